"""Topics: groups of connected entities and the rank of each, computed by the server's graph algorithms and stored as a run."""
