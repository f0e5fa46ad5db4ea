"""Lists of texts and numbers, completed as one value: a graph of 20,000 things is 180,000 of them."""

from __future__ import annotations

from typing import Any

from graphql import GraphQLInt, GraphQLString, is_non_null_type
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

KINDS = {GraphQLString: str, GraphQLInt: int}
LARGEST = 2**31 - 1


class Execution(StrawberryGraphQLCoreExecutionContext):
    """Strawberry's execution; a list in which each value is already what its type makes of it is not walked through.

    What is not, such as a number too large for `Int`, goes the usual way, and fails with its place.
    """

    def complete_list_value(self, return_type: Any, fields: Any, info: Any, path: Any, result: Any, *position: Any) -> Any:
        item = return_type.of_type
        if is_non_null_type(item) and isinstance(result, tuple) and _is_plain(item.of_type, result):
            return list(result)
        return super().complete_list_value(return_type, fields, info, path, result, *position)


def _is_plain(leaf: Any, values: tuple[Any, ...]) -> bool:
    kind = KINDS.get(leaf)
    if kind is None or not set(map(type, values)) <= {kind}:
        return False
    return kind is not int or not values or (min(values) >= -LARGEST and max(values) <= LARGEST)
