"""The only door to the database: connection, statements, migrations. Nothing else imports the driver."""

from graphmem.store.connection import Clocks, Plan, Reader, Store, Writer
from graphmem.store.driver import through

__all__ = ["Clocks", "Plan", "Reader", "Store", "Writer", "through"]
