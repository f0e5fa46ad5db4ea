"""Whether the condition of a requirement (`python_version < "3.13"`) holds in this interpreter."""

from __future__ import annotations

import ast
import os
import platform
import re
import sys
from typing import Any

VERSIONS = {"python_version", "python_full_version", "implementation_version"}


def applies(requirement: str) -> bool:
    """Whether the line requires anything here: no condition, one that holds, or one that cannot be read; an extra never does."""
    _, _, condition = requirement.partition(";")
    if not condition.strip():
        return True
    try:
        return _holds(ast.parse(condition.strip(), mode="eval").body, _here())
    except (SyntaxError, ValueError, KeyError):
        return True


def _here() -> dict[str, str]:
    """What a condition may ask about; no extra was asked for."""
    return {
        "python_version": f"{sys.version_info.major}.{sys.version_info.minor}",
        "python_full_version": platform.python_version(),
        "implementation_name": sys.implementation.name,
        "implementation_version": platform.python_version(),
        "platform_python_implementation": platform.python_implementation(),
        "os_name": os.name,
        "sys_platform": sys.platform,
        "platform_system": platform.system(),
        "platform_machine": platform.machine(),
        "platform_release": platform.release(),
        "platform_version": platform.version(),
        "extra": "",
    }


def _holds(node: ast.expr, here: dict[str, str]) -> bool:
    """A condition is a Python expression of `and`, `or` and comparisons; raises ValueError for any other."""
    if isinstance(node, ast.BoolOp):
        parts = [_holds(part, here) for part in node.values]
        return all(parts) if isinstance(node.op, ast.And) else any(parts)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = (_value(side, here) for side in (node.left, node.comparators[0]))
        named = {side.id for side in (node.left, node.comparators[0]) if isinstance(side, ast.Name)}
        return _compared(left, node.ops[0], right, as_versions=bool(named & VERSIONS))
    raise ValueError(ast.dump(node))


def _value(node: ast.expr, here: dict[str, str]) -> str:
    if isinstance(node, ast.Name):
        return here[node.id]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise ValueError(ast.dump(node))


def _compared(left: str, operator: ast.cmpop, right: str, *, as_versions: bool) -> bool:
    if isinstance(operator, ast.In | ast.NotIn):
        return (left in right) == isinstance(operator, ast.In)
    a: Any = _numbers(left) if as_versions else left
    b: Any = _numbers(right) if as_versions else right
    results = {ast.Eq: a == b, ast.NotEq: a != b, ast.Lt: a < b, ast.LtE: a <= b, ast.Gt: a > b, ast.GtE: a >= b}
    if type(operator) not in results:
        raise ValueError(ast.dump(operator))
    return bool(results[type(operator)])


def _numbers(version: str) -> tuple[int, ...]:
    """`3.10.0` as (3, 10); raises ValueError for a version that is more than numbers, such as `3.*`."""
    if not re.fullmatch(r"\d+(\.\d+)*", version):
        raise ValueError(version)
    numbers = [int(part) for part in version.split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)
