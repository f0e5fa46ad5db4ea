"""Extraction: what a language model says that a passage states, checked item by item before any of it is stored."""
