"""What can go wrong with the managed local server, each with a stable code and the next step in its message."""

from graphmem.errors import GraphmemError


class LocalServerError(GraphmemError):
    """The managed local server cannot do what was asked; the message says what to do next."""

    code = "LOCAL_SERVER"


class PlatformUnsupported(LocalServerError):
    """The managed server runs on Linux and macOS only."""

    code = "PLATFORM_UNSUPPORTED"


class JavaMissing(LocalServerError):
    """Neither the machine nor the Python environment has a Java of a version that Neo4j accepts."""

    code = "JAVA_MISSING"


class FetchFailed(LocalServerError):
    """A part of Neo4j could not be downloaded."""

    code = "FETCH_FAILED"


class ChecksumMismatch(LocalServerError):
    """A downloaded part of Neo4j is not the one that the lock file names; nothing of it was kept."""

    code = "CHECKSUM_MISMATCH"


class StartFailed(LocalServerError):
    """The server process ended before the database answered."""

    code = "START_FAILED"


class StartTimeout(LocalServerError):
    """The server process runs but the database has not answered in time."""

    code = "START_TIMEOUT"


class StopTimeout(LocalServerError):
    """The server was asked to stop and still runs."""

    code = "STOP_TIMEOUT"


class StoreInUse(LocalServerError):
    """Another server, not started by this one's `up`, holds the data folder."""

    code = "STORE_IN_USE"


class HomeBusy(LocalServerError):
    """Another process has been starting, stopping or saving this server for too long."""

    code = "HOME_BUSY"


class PasswordRefused(LocalServerError):
    """The password kept in the home folder is missing or is not the one of the store."""

    code = "PASSWORD_REFUSED"


class BackupRefused(LocalServerError):
    """A backup or a restore would overwrite something, or the archive is not one that can be restored."""

    code = "BACKUP_REFUSED"


class AdminFailed(LocalServerError):
    """Neo4j's own administration tool reported a failure."""

    code = "ADMIN_FAILED"
