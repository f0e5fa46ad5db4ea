"""The plain look-ups, one command each."""
