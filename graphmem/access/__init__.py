"""Who may do what: roles, principals, tokens. Without a principal (library use) nothing is checked."""

from graphmem.access.guard import guarded
from graphmem.access.local import local_principal
from graphmem.access.principal import EVERYWHERE, Principal, PrincipalKind
from graphmem.access.roles import ROLES, Role, least_role, needs_person

__all__ = [
    "EVERYWHERE",
    "ROLES",
    "Principal",
    "PrincipalKind",
    "Role",
    "guarded",
    "least_role",
    "local_principal",
    "needs_person",
]
