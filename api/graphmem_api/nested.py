"""What hangs below an entity or a record, loaded for all of them at once."""


class Loaders:
    """The loaders of one operation."""
