"""Tokens: made, listed, revoked and recognised. The store keeps a hash; the secret has 256 bits, so that a plain hash is enough."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from graphmem.access.principal import EVERYWHERE, OWN, Principal, PrincipalKind
from graphmem.access.roles import ROLES, Role
from graphmem.errors import InvalidArgument, NotFound, TokenRefused
from graphmem.model.answers.tokens import NewToken, TokenLine
from graphmem.model.names import clean_name
from graphmem.model.records import Time
from graphmem.model.times import TimeRefused, parse_time, shown_time
from graphmem.store import Store

LIFE = timedelta(days=90)  # of a token whose end nobody stated
_TOKEN = re.compile(r"gmt_([0-9a-f]{16})_([A-Za-z0-9_-]{43})")
_NOBODY = hashlib.sha256(b"").hexdigest()  # what a token with an unknown id is compared with: the same work as for a known one


class Tokens:
    """The tokens of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(
        self,
        name: str,
        *,
        roles: Mapping[str, Role],
        kind: PrincipalKind = "agent",
        expires: Time | None = None,
        created_by: str | None = None,
    ) -> NewToken:
        """Makes a token for `name`; raises `InvalidArgument` for a role, a workspace or a time that cannot be meant."""
        told = _checked_name(name)
        places = _checked_roles(roles)
        if kind not in ("person", "agent"):
            raise InvalidArgument("kind", f"{kind!r}: person or agent")
        now = datetime.now(UTC)
        id, secret = secrets.token_hex(8), secrets.token_urlsafe(32)
        node: dict[str, Any] = {
            "id": id, "name": told, "kind": kind, "workspaces": list(places), "roles": list(places.values()),
            "digest": _digest(secret), "created_at": now, "expires_at": _end(expires, now), "author": created_by or told,
        }  # fmt: skip
        rows = await self._store.look("write/token", token=node)
        return NewToken(**_line(rows[0]).model_dump(), token=f"gmt_{id}_{secret}")

    async def list(self) -> list[TokenLine]:
        """Every token, the newest first, with its roles and times; never what could be used."""
        return [_line(row) for row in await self._store.look("read/tokens")]

    async def usable(self) -> bool:
        """Whether there is any token that may be used now."""
        rows = await self._store.look("read/usable_tokens")
        return bool(rows[0]["usable"])

    async def revoke(self, id: str) -> TokenLine:
        """Ends a token at once; one that was revoked before keeps its time. Raises `NotFound`."""
        rows = await self._store.look("write/revoke_token", id=id.removeprefix("gmt_").split("_")[0])
        if not rows:
            raise NotFound("token", id)
        return _line(rows[0])

    async def principal(self, token: str) -> Principal:
        """Whom a token stands for; raises `TokenRefused`, the same for one that is malformed, unknown, expired or revoked."""
        form = _TOKEN.fullmatch(token)
        id, secret = form.groups() if form else ("", "")
        rows = await self._store.look("read/token", id=id)
        known = hmac.compare_digest(rows[0]["digest"] if rows else _NOBODY, _digest(secret or "-"))
        if not known or not rows[0]["current"]:
            raise TokenRefused()
        row = rows[0]
        roles = cast("dict[str, Role]", dict(zip(row["workspaces"], row["roles"], strict=True)))
        return Principal(row["name"], row["kind"], roles, token=row["id"])


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _line(row: Mapping[str, Any]) -> TokenLine:
    return TokenLine(
        id=row["id"], name=row["name"], kind=row["kind"], roles=dict(zip(row["workspaces"], row["roles"], strict=True)),
        created_at=_shown(row["created_at"]), created_by=row["author"], expires_at=_shown(row["expires_at"]),
        revoked_at=_shown(row["revoked_at"]),
    )  # fmt: skip


def _shown(at: datetime | None) -> str | None:
    return shown_time(at) if at else None


def _end(expires: Time | None, now: datetime) -> datetime:
    try:
        end = parse_time(expires).last if expires is not None else now + LIFE
    except TimeRefused as error:
        raise InvalidArgument("expires", str(error)) from error
    if end <= now:
        raise InvalidArgument("expires", "lies in the past; give a later time")
    return end


def _checked_name(name: str) -> str:
    try:
        return clean_name(name).shown
    except ValueError as error:
        raise InvalidArgument("name", str(error)) from error


def _checked_roles(roles: Mapping[str, Role]) -> dict[str, Role]:
    from graphmem.memory import WORKSPACE

    if not roles:
        raise InvalidArgument("roles", "a token without a role could do nothing; name a workspace and a role")
    for workspace, role in roles.items():
        if role not in ROLES:
            raise InvalidArgument("roles", f"{role!r} is no role; the roles are {', '.join(ROLES)}")
        if workspace != EVERYWHERE and not WORKSPACE.fullmatch(workspace.removeprefix(OWN)):
            raise InvalidArgument("roles", f"{workspace!r} is no name of a workspace; `*` stands for every one")
    return dict(roles)
