"""Doctor: what is wrong with a store, how often, and what to do; it mends only what it is asked to and what loses nothing."""

from graphmem.doctor.examining import diagnose, doctor

__all__ = ["diagnose", "doctor"]
