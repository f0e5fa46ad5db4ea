"""Ingestion: documents, notes, conversations and repositories become chunks, entities, relations, preferences and facts."""
