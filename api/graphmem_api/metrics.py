"""Figures of this process as text, in the form that Prometheus reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from graphql import GraphQLError

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """Counts since the process began."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()
        self.codes: Counter[str] = Counter()
        self.operations: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self.within: Counter[tuple[str, float]] = Counter()
        self.subscriptions = 0

    def request(self, path: str, status: int) -> None:
        """One HTTP request was answered."""
        self.requests[path, status] += 1

    def operation(self, kind: str, seconds: float) -> None:
        """One operation was executed."""
        self.operations[kind] += 1
        self.seconds[kind] += seconds  # type: ignore[assignment]
        for bucket in BUCKETS:
            if seconds <= bucket:
                self.within[kind, bucket] += 1

    def errors(self, errors: Iterable[GraphQLError] | None) -> None:
        """Errors that were shown, by their code."""
        for error in errors or ():
            self.codes[str((error.extensions or {}).get("code", "NONE"))] += 1

    def text(self) -> str:
        """Everything counted."""
        lines = ["# TYPE graphmem_requests_total counter"]
        lines += [f'graphmem_requests_total{{path="{p}",status="{s}"}} {n}' for (p, s), n in sorted(self.requests.items())]
        lines.append("# TYPE graphmem_errors_total counter")
        lines += [f'graphmem_errors_total{{code="{code}"}} {n}' for code, n in sorted(self.codes.items())]
        lines.append("# TYPE graphmem_operation_seconds histogram")
        for kind, total in sorted(self.operations.items()):
            lines += [f'graphmem_operation_seconds_bucket{{kind="{kind}",le="{b}"}} {self.within[kind, b]}' for b in BUCKETS]
            lines.append(f'graphmem_operation_seconds_bucket{{kind="{kind}",le="+Inf"}} {total}')
            lines.append(f'graphmem_operation_seconds_sum{{kind="{kind}"}} {self.seconds[kind]:.6f}')
            lines.append(f'graphmem_operation_seconds_count{{kind="{kind}"}} {total}')
        lines += ["# TYPE graphmem_subscriptions gauge", f"graphmem_subscriptions {self.subscriptions}"]
        return "\n".join(lines) + "\n"
