"""PostgreSQL, with an end to patience: see `patience`."""
