"""The codes of errors, refusals and warnings, read from the code."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent.parent.parent
CODE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")
REFUSING = re.compile(r"refus", re.I)  # Refusal(…), refuse(…), self._refuse(…), refused(…), self._refusals.add(…)
WARNING = re.compile(r"warn|tell", re.I)  # Warned(…), job.tell(…)


def error_classes(*modules: ModuleType) -> dict[str, type[Exception]]:
    """Every error class that the modules define, by name."""
    found = (c for m in modules for _, c in inspect.getmembers(m, inspect.isclass) if c.__module__ == m.__name__)
    return {c.__name__: c for c in found if issubclass(c, Exception)}


def refusal_codes() -> set[str]:
    """Codes that stand in a refusal, are chosen for one, or belong to an error of names, times or files that becomes one."""
    return {code for tree in _trees() for code in (*_passed(tree, REFUSING), *_chosen(tree), *_value_errors(tree))}


def warning_codes() -> set[str]:
    """Codes that stand in a warning."""
    return {code for tree in _trees() for code in _passed(tree, WARNING)}


def _trees() -> Iterator[ast.Module]:
    for path in sorted((ROOT / "graphmem").rglob("*.py")):
        yield ast.parse(path.read_text(encoding="utf-8"))


def _passed(tree: ast.Module, functions: re.Pattern[str]) -> Iterator[str]:
    """Codes among the arguments of calls of such functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and functions.search(_called(node.func)):
            for argument in (*node.args, *(k.value for k in node.keywords if k.arg == "code")):
                yield from _codes(argument)


def _called(function: ast.expr) -> str:
    """`refuse`, `self.refuse` or `self._refusals.add` as a text of its names."""
    return ".".join(getattr(n, "attr", getattr(n, "id", "")) for n in ast.walk(function))


def _codes(node: ast.expr) -> Iterator[str]:
    """The text of a constant, or both of a condition, where it looks like a code."""
    parts = (node.body, node.orelse) if isinstance(node, ast.IfExp) else ()
    yield from (code for part in parts for code in _codes(part))
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
        yield node.value


def _chosen(tree: ast.Module) -> Iterator[str]:
    """`code = "A" if … else "B"` inside a function."""
    functions = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))
    for node in (n for f in functions for n in ast.walk(f)):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "code":
            yield from _codes(node.value)


def _value_errors(tree: ast.Module) -> Iterator[str]:
    """The `code` of a class of ValueErrors."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any(getattr(base, "id", "") == "ValueError" for base in node.bases):
            for line in node.body:
                if isinstance(line, ast.Assign) and getattr(line.targets[0], "id", "") == "code":
                    yield from _codes(line.value)
