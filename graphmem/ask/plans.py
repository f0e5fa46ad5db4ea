"""What the server says of a guarded statement before it runs: only reads, only by steps of this list."""

from __future__ import annotations

import re

from graphmem.errors import QueryRefused
from graphmem.store import Plan

STEPS = frozenset(
    """
    ProduceResults Projection Filter Argument Apply SemiApply AntiSemiApply LetSemiApply LetAntiSemiApply SelectOrSemiApply
    SelectOrAntiSemiApply LetSelectOrSemiApply LetSelectOrAntiSemiApply RollUpApply Optional OptionalExpand Expand VarLengthExpand
    NodeIndexSeek NodeUniqueIndexSeek NodeIndexScan NodeIndexSeekByRange NodeUniqueIndexSeekByRange NodeIndexContainsScan
    NodeIndexEndsWithScan NodeByLabelScan UnionNodeByLabelsScan IntersectionNodeByLabelsScan SubtractionNodeByLabelsScan MultiNodeIndexSeek
    AssertSameNode AssertingMultiNodeIndexSeek NodeHashJoin ValueHashJoin NodeLeftOuterHashJoin NodeRightOuterHashJoin CartesianProduct
    Distinct OrderedDistinct Sort PartialSort Top PartialTop Top1WithTies Limit ExhaustiveLimit Skip EagerAggregation OrderedAggregation
    Aggregation Eager Unwind UnwindCollection Union OrderedUnion CacheProperties Input Anti ConditionalApply AntiConditionalApply
    DirectedRelationshipTypeScan UndirectedRelationshipTypeScan DirectedUnionRelationshipTypesScan UndirectedUnionRelationshipTypesScan
    ProjectEndpoints PathPropagatingBFS RelationshipIndexSeek DirectedRelationshipIndexSeek UndirectedRelationshipIndexSeek
    NonFuseable NonPipelined NonPipelinedStreaming Repeat DropResult Empty EmptyRow ShortestPath
    """.split()  # noqa: SIM905
) - {"ShortestPath", "Repeat", "PathPropagatingBFS", "Input"}


def check_plan(plan: Plan) -> None:
    """Raises `QueryRefused` unless the statement only reads, by steps that are known."""
    if plan.kind != "r":
        raise QueryRefused("it does more than read")
    for operator in plan.operators:
        step = re.split(r"[(@]", operator)[0]
        if step not in STEPS:
            raise QueryRefused(
                f"the database would run it by the step {step}, which is not for questions; name labels and relationship types"
            )
