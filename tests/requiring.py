"""GRAPHMEM_REQUIRE_ALL=1: where everything must be there, a test that would be skipped for want of data or a server fails."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

Wrapper = Generator[None, pytest.CollectReport, pytest.CollectReport]


def _required(report: pytest.CollectReport | pytest.TestReport) -> None:
    if os.environ.get("GRAPHMEM_REQUIRE_ALL") == "1" and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.longrepr = f"{reason}\nGRAPHMEM_REQUIRE_ALL is set: what a test needs must be there."


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _required(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Wrapper:
    report = yield
    _required(report)
    return report
