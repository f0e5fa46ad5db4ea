"""Traces: spans of requests, verbs and statements go where OpenTelemetry's own settings say."""

from __future__ import annotations

from graphmem.errors import InvalidArgument
from graphmem.tracing import trace_with


def start_tracing() -> None:
    """Starts to send spans; raises `InvalidArgument` where the packages for it are missing."""
    try:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise InvalidArgument("tracing", f"it needs more packages ({error.name}): pip install 'graphmem[otel]'") from None
    provider = TracerProvider(resource=Resource.create({"service.name": "graphmem"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    trace_with(trace.get_tracer("graphmem"))
