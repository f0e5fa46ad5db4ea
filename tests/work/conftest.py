"""The page that the figures of the work memory go to."""

from tests.evaluation.conftest import page

__all__ = ["page"]
