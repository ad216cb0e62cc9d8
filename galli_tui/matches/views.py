"""The views of a match's present state, each made once however often screens ask for it."""

from __future__ import annotations

from typing import Any

from rules.engine.referee import Referee
from rules.engine.secrecy import Viewer


class ViewCache:
    """Views of one state by viewer. States and views are immutable, so a view may be shared."""

    def __init__(self, game: Referee[Any]) -> None:
        self._game = game
        self._state: Any = None
        self._views: dict[Viewer, Any] = {}

    def view(self, state: Any, viewer: Viewer) -> Any:
        """Return the viewer's view of the present state; another state than before discards all views."""
        if state is not self._state:
            self._state, self._views = state, {}
        if viewer not in self._views:
            self._views[viewer] = self._game.view(state, viewer)
        return self._views[viewer]
