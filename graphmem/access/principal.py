"""A principal: who asks, a person or an agent, and the role it has in each workspace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from graphmem.access.roles import Role, least_role, needs_person, reaches, verb_of
from graphmem.errors import NotAllowed, WorkspaceNotFound

PrincipalKind = Literal["person", "agent"]

EVERYWHERE = "*"
"""Stands for every workspace in `Principal.roles`, those that are made later too; other people's own ones apart."""

OWN = "~"
"""What the name of a person's own workspace begins with."""


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks: the author of what it states, never more than its role allows."""

    name: str
    kind: PrincipalKind = "agent"
    roles: Mapping[str, Role] = field(default_factory=dict)
    token: str | None = None

    def role_in(self, workspace: str) -> Role | None:
        """The role it has there; None is the same as if the workspace did not exist."""
        if workspace == OWN + self.name:
            return "administrator"
        if workspace in self.roles and workspace != EVERYWHERE:
            return self.roles[workspace]
        return None if workspace.startswith(OWN) else self.roles.get(EVERYWHERE)

    def sees(self, workspace: str) -> bool:
        """Whether the workspace exists for it."""
        return self.role_in(workspace) is not None

    def may(self, verb: str, workspace: str) -> bool:
        """Whether it may do this verb there."""
        kind_fits = self.kind == "person" or not needs_person(verb)
        return kind_fits and reaches(self.role_in(workspace), least_role(verb))

    def check(self, method: str, workspace: str, given: Mapping[str, Any]) -> None:
        """Raises `WorkspaceNotFound` where it has no role, and `NotAllowed` where its role or its kind does not allow the call."""
        if not self.sees(workspace):
            raise WorkspaceNotFound(workspace)
        verb = verb_of(method, given)
        if not reaches(self.role_in(workspace), least_role(verb)):
            raise NotAllowed(
                f"{spoken(verb)} needs the role {least_role(verb)}; {self.name!r} is {self.role_in(workspace)} here. "
                "Nothing was changed; ask an administrator of the workspace for a token with that role."
            )
        if needs_person(verb) and self.kind != "person":
            raise NotAllowed(f"{spoken(verb)} needs a person; an agent may propose it. Nothing was changed.")


def spoken(verb: str) -> str:
    """The verb as it stands in a sentence."""
    return "a bulk forget" if verb == "forget_many" else verb.replace("_", " ")
