"""Random histories, told to the memory and to an oracle that only keeps the events."""
