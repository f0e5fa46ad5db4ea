"""Connectors: from where knowledge lives to documents, each source a module of its own."""
