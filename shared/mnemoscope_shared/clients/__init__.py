"""The programs that people talk to their assistant in: what each has configured, and connecting it."""
