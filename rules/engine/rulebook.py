"""A rulebook is data: short numbered clauses in Markdown, which refusals and tests point into.

A clause is a paragraph that opens with its id in bold, and a ruling says so right after it:
`**CG-I-3a4** *(ruling)* Trees are never built on.` Headings give each clause its section.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_CLAUSE = re.compile(r"\*\*([A-Z]+(?:-[A-Za-z0-9]+)+)\*\*\s+(\*\(ruling\)\*\s+)?(.+)", re.DOTALL)


class Clause(NamedTuple):
    """One numbered clause."""

    id: str
    section: str
    """The heading it stands under."""
    ruling: bool
    """Whether the published text is silent or garbled here and the clause is our decision."""
    text: str


def clauses(markdown: str) -> dict[str, Clause]:
    """All clauses by id, in the book's order. Raises ValueError for an id that stands twice."""
    found: dict[str, Clause] = {}
    section = ""
    for block in (part.strip() for part in re.split(r"\n\s*\n", markdown)):
        if block.startswith("#"):
            section = block.split("\n")[0].lstrip("# ")
        elif match := _CLAUSE.match(block):
            id_, ruling, text = match.groups()
            if id_ in found:
                raise ValueError(f"clause {id_} stands twice")
            found[id_] = Clause(id_, section, ruling is not None, " ".join(text.split()))
    return found
