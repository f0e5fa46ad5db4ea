"""Writes `api/schema.graphql`, and says what a change of the schema breaks: `python -m graphmem_api.schema_file`."""

from __future__ import annotations

import sys
from pathlib import Path

from graphql import build_schema, find_breaking_changes

from graphmem_api.schema import schema_text

FILE = Path(__file__).parent.parent / "schema.graphql"


def breaking(old: str, new: str) -> list[str]:
    """What clients of the old schema can no longer ask."""
    return [change.description for change in find_breaking_changes(build_schema(old), build_schema(new))]


def main() -> int:
    """Writes the file; with `--allow-breaking` also where clients break."""
    new = schema_text()
    broken = breaking(FILE.read_text(encoding="utf-8"), new) if FILE.exists() else []
    for line in broken:
        print(f"breaks clients: {line}", file=sys.stderr)
    if broken and "--allow-breaking" not in sys.argv:
        print("Nothing was written. If this is meant, say --allow-breaking and tell it in changelog.d.", file=sys.stderr)
        return 1
    FILE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
