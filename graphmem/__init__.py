"""graphmem: memory for software work, kept as a graph in Neo4j."""
