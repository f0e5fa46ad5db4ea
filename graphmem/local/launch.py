"""The commands that run Neo4j and its administration tool on a home folder."""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from graphmem.local import archive, classpath
from graphmem.local.archive import ClassArchive
from graphmem.local.errors import AdminFailed
from graphmem.local.java import FLAGS, Java, Memory


@dataclass(frozen=True, slots=True)
class Program:
    """An installed Neo4j and the Java that runs it."""

    folder: Path
    java: Java
    memory: Memory

    @property
    def archive(self) -> ClassArchive:
        """What makes its starts quick."""
        return ClassArchive(self.folder / archive.FOLDER, self.java)

    @property
    def plugins(self) -> Path:
        """The folder that Neo4j scans for procedures."""
        return self.folder / "plugins"

    def server_command(self, home: Path) -> list[str]:
        """Runs the server in the foreground."""
        return [
            str(self.java.program),
            *(self.archive.reading() or self.archive.writing()),
            *FLAGS,
            *self.memory.flags,
            *self._class_path,
            "org.neo4j.server.CommunityEntryPoint",
            f"--home-dir={home}",
            f"--config-dir={home / 'conf'}",
            "--console-mode",
        ]

    def admin(self, home: Path, *arguments: str) -> str:
        """Runs Neo4j's administration tool on a home whose server is down; raises AdminFailed."""
        command = [
            str(self.java.program),
            *self.archive.reading(),
            *FLAGS,
            *self.memory.flags,
            *self._class_path,
            "org.neo4j.cli.AdminTool",
            *arguments,
        ]
        answer = subprocess.run(
            command, env=self.environment(home), capture_output=True, text=True, errors="replace", check=False
        )
        if answer.returncode != 0:
            said = (answer.stderr.strip() or answer.stdout.strip())[-2000:]
            raise AdminFailed(f"Neo4j's `{' '.join(arguments[:2])}` ended with {answer.returncode}: {said}")
        return answer.stdout

    def set_password(self, home: Path, file: Path) -> None:
        """Gives a new store its password, by file: the arguments of a process are there for everyone to read."""
        self.admin(home, "dbms", "set-initial-password", f"@{file}")

    def environment(self, home: Path) -> Mapping[str, str]:
        """Ours without what changes Neo4j behind our back, and in UTF-8: else Java finds no folder with accents."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith("NEO4J_")}
        for name in ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"):
            kept.pop(name, None)
        return kept | {"NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf"), "LC_ALL": "C.UTF-8"}

    @property
    def _class_path(self) -> tuple[str, str]:
        return ("-cp", str(self.folder / classpath.NAME))
