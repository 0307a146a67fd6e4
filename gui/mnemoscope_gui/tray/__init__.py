"""The icon in the tray, and starting the program at login."""
