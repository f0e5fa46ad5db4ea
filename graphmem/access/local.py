"""The one user of a machine: on loopback, without tokens, the operating-system user is a person and an administrator."""

from __future__ import annotations

import ipaddress

from graphmem.access.principal import EVERYWHERE, Principal, PrincipalKind
from graphmem.settings import Settings, operating_system_user


def local_principal(settings: Settings | None = None, *, kind: PrincipalKind = "person") -> Principal:
    """Whoever runs this process, in every workspace; tools, MCP and hooks say `kind="agent"`, for they are agents even here."""
    name = (settings.author if settings else None) or operating_system_user() or "unknown"
    return Principal(name, kind, {EVERYWHERE: "administrator"})


def is_loopback(host: str) -> bool:
    """Whether an address to listen on can be reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
