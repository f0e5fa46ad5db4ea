"""A class archive: what Java loaded at one start, kept so that later starts take half the time and a third of the work.

Java writes it when the server stops, once for each Java and each set of jars. Where it does not fit any more (another
Java, other jars) Java says so in the log and starts as slowly as without it.
"""

import hashlib
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from graphmem.local.java import FLAGS, Java

FOLDER = "archives"


@dataclass(frozen=True, slots=True)
class ClassArchive:
    """The archive of one Java for one installation; it may not exist yet."""

    folder: Path
    java: Java

    @property
    def file(self) -> Path:
        """The finished archive; its name tells Javas and flags apart."""
        made_for = "\n".join((str(self.java.program.resolve()), self.java.build, *FLAGS))
        return self.folder / f"{hashlib.sha256(made_for.encode()).hexdigest()[:16]}.jsa"

    @property
    def unfinished(self) -> Path:
        """Where this process lets a server write: an archive gets its name only once it is whole."""
        return self.file.with_suffix(f".part-{os.getpid()}")

    def reading(self) -> tuple[str, ...]:
        """Flags that use the archive, if there is one."""
        if not self.file.is_file():
            return ()
        return (f"-XX:SharedArchiveFile={':'.join(map(str, (*self._base(), self.file)))}",)

    def writing(self) -> tuple[str, ...]:
        """Flags that write the archive when the server stops; none where that is not possible."""
        if not os.access(self.folder.parent, os.W_OK):
            return ()
        self.folder.mkdir(exist_ok=True)
        if not self._has_base() and not self._make_base():
            return ()
        base = (f"-XX:SharedArchiveFile={path}" for path in self._base())
        # Thousands of classes cannot be kept, and Java would name each one in the log.
        return (*base, f"-XX:ArchiveClassesAtExit={self.unfinished}", "-Xlog:cds=off", "-Xlog:cds+dynamic=off")

    def _base(self) -> tuple[Path, ...]:
        """Ours builds upon one of Java's own classes: most Javas have it, the packaged one does not."""
        return () if self._has_own_base() else (self.file.with_suffix(".base"),)

    def _has_base(self) -> bool:
        return all(path.is_file() for path in self._base())

    def _has_own_base(self) -> bool:
        return (self.java.program.resolve().parent.parent / "lib" / "server" / "classes.jsa").is_file()

    def _make_base(self) -> bool:
        final = self.file.with_suffix(".base")
        unfinished = self.unfinished.with_suffix(f".base-{os.getpid()}")
        command = [str(self.java.program), "-Xshare:dump", "-XX:+UseG1GC", f"-XX:SharedArchiveFile={unfinished}"]
        made = subprocess.run(command, capture_output=True, check=False).returncode == 0 and unfinished.is_file()
        if made:
            unfinished.replace(final)
        return made


def keep(unfinished: Path) -> None:
    """Gives a whole archive its name; to be called once the server that wrote it is gone."""
    if unfinished.is_file():
        unfinished.replace(unfinished.with_suffix(".jsa"))
