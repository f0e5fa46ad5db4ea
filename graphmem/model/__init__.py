"""What can be said, asked and answered: frozen Pydantic models and pure rules, no I/O."""
