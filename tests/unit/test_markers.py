"""Conditions of requirements, as the metadata of packages writes them."""

import sys

import pytest

from graphmem.demo.markers import applies

HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
PLATFORM, OTHER = sys.platform, "plan9"


@pytest.mark.parametrize(
    ("requirement", "expected"),
    [
        ("rich", True),
        ("rich>=14 ; ", True),
        ("tomli; python_version < '3.10'", False),
        ("tomli; python_version >= '3.9'", True),
        ("tomli; '3.9' <= python_version", True),
        (f"tomli; python_version == '{HERE}'", True),
        (f"tomli; python_version != '{HERE}'", False),
        (f"tomli; python_version == '{HERE}.0'", True),
        ("tomli; python_full_version > '3.0.1'", True),
        (f"x; sys_platform == '{PLATFORM}'", True),
        (f"x; sys_platform == '{OTHER}'", False),
        (f"x; sys_platform in '{PLATFORM} {OTHER}'", True),
        (f"x; sys_platform not in '{PLATFORM}'", False),
        (f"x; python_version > '3' and sys_platform == '{OTHER}'", False),
        (f"x; python_version > '3' and (sys_platform == '{OTHER}' or os_name != '{OTHER}')", True),
        ("x; extra == 'test'", False),
        ("x[y]>=1,<2 ; extra == 'test' and python_version > '3'", False),
    ],
)
def test_condition(requirement: str, expected: bool) -> None:
    """3.9 comes before 3.10, `and` binds before `or`, and an extra that nobody asked for requires nothing."""
    assert applies(requirement) is expected


@pytest.mark.parametrize(
    "requirement",
    ["x; python_version == '3.*'", "x; no_such_name == 'a'", "x; python_version ~= '3.1'", "x; f('a') == 'b'", "x; 'a'"],
)
def test_what_cannot_be_read_applies(requirement: str) -> None:
    """A condition beyond these forms is shown with its line rather than dropped in silence."""
    assert applies(requirement) is True
