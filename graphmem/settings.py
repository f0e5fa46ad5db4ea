"""Settings: read from GRAPHMEM_* in the environment, each with a default that works on one's own machine."""

import getpass
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

URI = re.compile(r"(bolt|neo4j)(\+s|\+ssc)?://.+")
EMBEDDERS = ("static", "bge")
SIZE = re.compile(r"[1-9]\d*[mg]")


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where this platform keeps a user's data: the memory itself."""
    return _folder(environment, platform, "XDG_DATA_HOME", "~/.local/share", "~/Library/Application Support")


def cache_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where this platform keeps what can be fetched again: the jars of Neo4j."""
    return _folder(environment, platform, "XDG_CACHE_HOME", "~/.cache", "~/Library/Caches")


def _folder(environment: Mapping[str, str], platform: str, variable: str, linux: str, mac: str) -> Path:
    stated = Path(environment.get(variable, ""))
    if stated.is_absolute():  # the XDG rule: a relative one is ignored
        return stated / "graphmem"
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA", "~/AppData/Local")).expanduser() / "graphmem"
    return Path(mac if platform == "darwin" else linux).expanduser() / "graphmem"


def operating_system_user() -> str | None:
    """The name of whoever runs this process; None where it has none, as in some containers."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # the three ways in which Python says so, by version and platform
        return None


class Settings(BaseSettings):
    """Where the memory lives and who speaks; raises pydantic's ValidationError for a value that cannot be meant."""

    model_config = SettingsConfigDict(
        env_prefix="GRAPHMEM_", env_ignore_empty=True, frozen=True, extra="ignore", protected_namespaces=()
    )

    uri: str | None = Field(None, description="the Neo4j server; without one, the managed local server is used")
    user: str = Field("neo4j", description="the login at a server given by `uri`")
    password: SecretStr | None = Field(None, description="its password; the managed server has one of its own")
    database: str = Field("neo4j", description="the database in that server")
    home: Path = Field(default_factory=data_folder, description="data folder of the managed server")
    cache: Path = Field(default_factory=cache_folder, description="where the jars of the managed server are kept")
    heap: str | None = Field(None, description="largest heap of the managed server, as `3g`; by default up to 2g")
    pagecache: str | None = Field(None, description="page cache of the managed server, as `512m`; by default 256m")
    author: str | None = Field(default_factory=operating_system_user, description="who states what is remembered")
    workspace: str | None = Field(None, description="the workspace of commands that name none")

    embedder: str = Field("static", description="what makes vectors of texts: `static`, `bge`, or `openai:MODEL`")
    embedder_url: str | None = Field(None, description="the address of a server for `openai:MODEL`; by default the public one")
    embedder_key: SecretStr | None = Field(None, description="its key")

    model: str | None = Field(
        None, description="the language model that reads documents and writes queries and prose; none without one"
    )
    model_url: str | None = Field(None, description="the address of its server (OpenAI's protocol); by default the public one")
    model_key: SecretStr | None = Field(None, description="its key")
    rules_budget: int = Field(2_000, ge=100, le=20_000, description="tokens that the rules of a workspace may cost")
    consolidate_every: float = Field(
        24, ge=0, description="hours between two consolidations of corrections; 0 for none by itself"
    )
    ingest_log: bool = Field(
        True, description="whether raw answers of the model are kept in the graph, so that they can be read again"
    )
    redact: Path | None = Field(None, description="a file of own patterns to mask, `kind = expression` a line")
    readwise_token: SecretStr | None = Field(None, description="the token with which `readwise:` is fetched")
    readwise_url: str = Field("https://readwise.io/api/v2", description="where")
    github_token: SecretStr | None = Field(None, description="the token with which `stars:` is fetched")
    github_url: str = Field("https://api.github.com", description="where; of an own server, its address of the API")
    ingest_root: Path | None = Field(None, description="the folder below which agents and remote clients may ingest")
    ingest_merge: bool = Field(True, description="whether an ingest merges entities that are surely one; a person can undo it")

    @field_validator("embedder")
    @classmethod
    def _is_an_embedder(cls, embedder: str) -> str:
        if embedder not in EMBEDDERS and not re.fullmatch(r"openai:\S+", embedder):
            raise ValueError(f"there are {', '.join(EMBEDDERS)} and openai:MODEL")
        return embedder

    @field_validator("uri")
    @classmethod
    def _is_a_neo4j_uri(cls, uri: str | None) -> str | None:
        if uri is not None and not URI.fullmatch(uri):
            raise ValueError("give a bolt:// or neo4j:// address (+s or +ssc for TLS), such as bolt://localhost:7687")
        return uri

    @field_validator("readwise_url", "github_url")
    @classmethod
    def _is_safe(cls, url: str) -> str:
        parts = urlsplit(url)
        if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in ("127.0.0.1", "::1", "localhost")):
            raise ValueError("give an https:// address: a token goes there")
        return url

    @field_validator("heap", "pagecache")
    @classmethod
    def _is_a_size(cls, size: str | None) -> str | None:
        if size is not None and not SIZE.fullmatch(size.lower()):
            raise ValueError("give a number of megabytes or gigabytes, for example 512m or 3g")
        return size.lower() if size else None

    @field_validator("home", "cache", "ingest_root", "redact")
    @classmethod
    def _is_absolute(cls, path: Path | None) -> Path | None:
        return path.expanduser().absolute() if path else None
