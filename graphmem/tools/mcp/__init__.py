"""The tools over the Model Context Protocol: one server, by standard input and output or by HTTP."""
