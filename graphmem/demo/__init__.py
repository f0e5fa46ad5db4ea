"""The demo: two real memories, the questions that graphmem is for, and the way to see the same graph in Neo4j Browser."""
