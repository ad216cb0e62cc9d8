"""How a prompt says what is asked, with the way to choose among numbered lines by keys and mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.style.text_wrap import cells

_BY_NUMBER: Final = "(number and Enter, or two clicks)"


def by_number(request: str) -> str:
    """Return a request, which ends with a full stop or a question mark, with the way to choose among its lines."""
    return f"{request} {_BY_NUMBER}" if request.endswith("?") else f"{request.removesuffix('.')} {_BY_NUMBER}."


def fitting_request(request: str, briefs: Sequence[str], room: int) -> str:
    """Return a request with the way to choose if both fit in `room` cells, or a brief form with it, or neither."""
    with_way = map(by_number, (request, *briefs))
    return next((it for it in with_way if cells(it) <= room), request)
