"""Questions in plain words: a model writes a statement, the guard rewrites it into one that may run, the store runs it."""
