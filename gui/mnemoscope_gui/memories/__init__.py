"""Several memory files: finding them, moving entities between them, merging copies of one."""
