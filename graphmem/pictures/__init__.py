"""Answers as pictures: text in the language of a drawing tool. What was stored is a label in it and nothing else."""
