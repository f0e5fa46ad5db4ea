"""What the commands about tokens answer: never the token itself, but once."""

from __future__ import annotations

from graphmem.model.base import Model


class TokenLine(Model):
    """A token as it is kept: whom it stands for, its roles by workspace (`*` is every one), and its times."""

    id: str
    name: str
    kind: str
    roles: dict[str, str]
    created_at: str | None
    created_by: str | None
    expires_at: str | None
    revoked_at: str | None


class NewToken(TokenLine):
    """A token just made; `token` is shown this once and kept nowhere."""

    token: str
