"""Neo4j Browser: queries worth keeping, colours for types, a guide, and where it is."""
