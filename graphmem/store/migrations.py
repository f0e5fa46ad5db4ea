"""Numbered migrations under `cypher/schema/`: applied in order, once, by one runner at a time; checksums are kept in the graph."""

from __future__ import annotations

import hashlib
import itertools
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphmem.errors import SchemaError, StoreError
from graphmem.store.connection import Store
from graphmem.store.schema import SchemaItem, items, vector_items
from graphmem.store.statements import folder

LOCK_SECONDS = 120
INDEX_SECONDS = 300
TRIES = 5
LOCK_CONSTRAINT = "CREATE CONSTRAINT schemalock_id IF NOT EXISTS FOR (n:SchemaLock) REQUIRE n.id IS UNIQUE"
SCHEMA = re.compile(r"CREATE (?:\w+ )?(?:INDEX|CONSTRAINT) ")
TOGETHER = 50  # schema commands a transaction
TOKENS = 3  # the first commands of the first migration name every label, type and key, so that no statement warns


@dataclass(frozen=True, slots=True)
class Migration:
    """One file: its number, its name, its commands, the checksum of its text."""

    version: str
    name: str
    commands: tuple[str, ...]
    checksum: str


def migrations() -> list[Migration]:
    """All migrations of this version of graphmem, in order."""
    found = []
    for path in sorted((folder() / "schema").glob("[0-9]*.cypher")):
        text = path.read_text(encoding="utf-8")
        commands = tuple(c.strip() for c in re.sub(r"^//.*$", "", text, flags=re.M).split(";\n") if c.strip())
        checksum = hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest()
        found.append(Migration(path.name[:4], path.stem, commands, checksum))
    return found


async def migrate(store: Store) -> list[str]:
    """Brings the store to this version and waits until its indexes are online; returns the names of what was applied.

    Raises `SchemaError` when an applied migration was changed, is unknown to this version, or when old data breaks a constraint.
    """
    pending = await pending_migrations(store)
    if not pending:
        await _complete(store)
        return []
    for command in (*migrations()[0].commands[:TOKENS], LOCK_CONSTRAINT):
        await _run(store, command)
    owner = secrets.token_hex(8)
    await _lock(store, owner)
    try:
        pending = await pending_migrations(store)
        for migration in pending:
            await _apply(store, migration)
    finally:
        await store.look("write/schema_unlock", owner=owner)
    await _complete(store)  # indexes of vectors belong to no migration
    await await_indexes(store)
    return [m.name for m in pending]


async def _complete(store: Store) -> None:
    """Makes again what was dropped since the migrations, and waits: the store never serves without its constraints."""
    live = {row["name"]: row["state"] for row in await store.look("read/schema_live")}
    missing = [item for item in await declared_items(store) if item.name not in live]
    await make_items(store, missing)
    failed = sorted(name for name, state in live.items() if state == "FAILED")
    if failed:
        raise SchemaError(f"These indexes failed and answer nothing: {', '.join(failed)}. Drop them and start again.")
    if missing or "POPULATING" in live.values():
        await await_indexes(store)


async def declared_items(store: Store) -> list[SchemaItem]:
    """Every constraint and index that this store must have, those of the vectors it keeps included."""
    spaces = await store.look("read/embeddings")
    return [*items(), *(item for space in spaces for item in vector_items(space["slot"], space["dimension"]))]


async def make_items(store: Store, wanted: Iterable[SchemaItem]) -> None:
    """Makes indexes that no migration holds; those that are there stay."""
    await _run_together(store, [item.command for item in wanted])


async def await_indexes(store: Store) -> None:
    """Waits until every index is online; raises `StoreError` when one takes longer than a few minutes."""
    await store.command(f"CALL db.awaitIndexes({INDEX_SECONDS})")


async def pending_migrations(store: Store) -> list[Migration]:
    """What is still to be applied; an unknown or changed migration in the store is refused."""
    if not (await store.look("read/schema_present"))[0]["present"]:
        return migrations()
    applied = {row["version"]: row["checksum"] for row in await store.look("read/schema_applied")}
    known = {m.version: m for m in migrations()}
    for version, checksum in sorted(applied.items()):
        if version not in known:
            raise SchemaError(
                f"The store was made by a newer graphmem (migration {version}); install that version or a newer one."
            )
        if known[version].checksum != checksum:
            raise SchemaError(f"Migration {known[version].name} was changed after it was applied; restore its file.")
    return [m for m in known.values() if m.version not in applied]


async def _lock(store: Store, owner: str) -> None:
    import asyncio

    for _ in range(LOCK_SECONDS * 3):  # longer than the lock of a runner that was killed lasts
        if (await store.look("write/schema_lock", owner=owner, seconds=LOCK_SECONDS))[0]["locked"]:
            return
        await asyncio.sleep(0.5)
    raise SchemaError("Another process is migrating this store and does not end; try again when it has.")


async def _apply(store: Store, migration: Migration) -> None:
    for of_schema, group in itertools.groupby(migration.commands, key=lambda command: SCHEMA.match(command) is not None):
        await (_run_together if of_schema else _run_each)(store, list(group))
    await store.look("write/schema_applied", version=migration.version, name=migration.name, checksum=migration.checksum)


async def _run_together(store: Store, commands: Sequence[str]) -> None:
    """Commands that make constraints and indexes, a few dozen at a time; what stops them is told by running them one by one."""
    for start in range(0, len(commands), TOGETHER):
        group = commands[start : start + TOGETHER]
        try:
            await store.commands(group)
        except StoreError:
            await _run_each(store, group)


async def _run_each(store: Store, commands: Iterable[str]) -> None:
    for command in commands:
        await _run(store, command)


async def _run(store: Store, command: str) -> None:
    """Runs one command; before they take turns, several runners make the lock at once and may deadlock for a moment."""
    import asyncio

    for left in reversed(range(TRIES)):
        try:
            await store.command(command)
        except StoreError as error:
            if not left or "TransientError" not in str(getattr(error.__cause__, "code", "")):
                await _explain(store, command, error)
                return
            await asyncio.sleep(0.2 * (TRIES - left))
        else:
            return


async def _explain(store: Store, command: str, error: StoreError) -> None:
    """A command that failed: already done by another runner, stopped by old duplicates, or an error."""
    cause = str(getattr(error.__cause__, "code", ""))
    if "EquivalentSchemaRuleAlreadyExists" in cause:
        return
    if "ConstraintCreationFailed" in cause:
        doubled = await store.look("read/doubled_names")
        listed = "; ".join(f"{r['type']} {r['name']!r} in {r['workspace']!r}: {', '.join(r['entities'])}" for r in doubled[:20])
        raise SchemaError(
            f"The store holds things twice that must be unique ({command.split('FOR')[1].strip()}): {listed or 'see the server log'}. "
            "Nothing was merged. Run `graphmem doctor --repair`, then start again."
        ) from error
    raise error
