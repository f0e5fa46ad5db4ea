"""The managed local Neo4j server, for people with neither Docker nor Java."""

from graphmem.local.config import Endpoint
from graphmem.local.errors import LocalServerError
from graphmem.local.server import LocalServer, Status

__all__ = ["Endpoint", "LocalServer", "LocalServerError", "Status"]
