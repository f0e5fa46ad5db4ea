"""Settings of the server, read from GRAPHMEM_API_* in the environment."""

from __future__ import annotations

from typing import Any, Self

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from graphmem.errors import InvalidArgument


class ApiSettings(BaseSettings):
    """Where the server listens and what one client may ask of it."""

    model_config = SettingsConfigDict(env_prefix="GRAPHMEM_API_", env_ignore_empty=True, frozen=True, extra="ignore")

    host: str = Field("127.0.0.1", description="the address to listen on")
    port: int = Field(8017, ge=0, le=65535, description="the port; 0 takes a free one")
    tokens: bool | None = Field(None, description="ask every client for a token; by default on every address but loopback")
    hosts: tuple[str, ...] = Field((), description="names under which clients reach the server, beside loopback")
    origins: tuple[str, ...] = Field((), description="origins of web pages that may call it, beside its own")
    introspection: bool | None = Field(None, description="show the schema; by default where no token is asked for")
    body: int = Field(2_000_000, ge=1_000, description="bytes that a request may have")
    seconds: float = Field(30.0, gt=0, description="how long a request may take")
    rate: float = Field(50.0, gt=0, description="requests a second that one client may keep up")
    burst: int = Field(200, ge=1, description="requests that one client may send at once")
    tracing: bool = Field(False, description="send spans by OpenTelemetry (its own OTEL_* settings say where to)")
    poll: float = Field(0.5, gt=0, description="how often a followed workspace is looked at, in seconds")

    @classmethod
    def read(cls, **given: Any) -> Self:
        """The settings of the environment, and what is given beside it; raises `InvalidArgument` that names the variable."""
        try:
            return cls(**given)
        except ValidationError as error:
            line = error.errors(include_url=False, include_context=False, include_input=False)[0]
            raise InvalidArgument(f"GRAPHMEM_API_{'_'.join(map(str, line['loc'])).upper()}", line["msg"]) from None
        except SettingsError as error:
            raise InvalidArgument("GRAPHMEM_API", f"{error}; lists are written as JSON") from None
