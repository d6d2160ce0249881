"""SQLite for a process of many threads: see `base`."""
