"""Services that documents are fetched from: where each is, and the token that this machine has for it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from pydantic import SecretStr


@dataclass(frozen=True, slots=True)
class Service:
    """One service; `setting` is the name of the variable that holds its token."""

    url: str
    token: SecretStr
    setting: str

    @property
    def is_here(self) -> bool:
        """Whether it is on this machine."""
        from graphmem.access.local import is_loopback

        return is_loopback(urlsplit(self.url).hostname or "")
