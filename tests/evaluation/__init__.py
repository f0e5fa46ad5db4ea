"""Retrieval measured through the public API on three sets of questions; `make eval` runs it and writes docs/evaluation.md."""
