"""One file a question: impact, lineage, entity, radar, file, timeline, history, diff, and the plain look-ups."""
