"""Work memory: what an agent did, what it was told to do otherwise, and the rules that a person made of it."""
