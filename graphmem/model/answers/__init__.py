"""What the questions answer, one file a question. Field names are the same in Python, in the CLI's JSON and in GraphQL."""
