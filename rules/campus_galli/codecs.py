"""Codecs of states and events, derived from their types with the bounds of a match's setting."""

from __future__ import annotations

from types import ModuleType

from rules.campus_galli import events, steps
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.engine.codecs import DerivedCodecs
from rules.engine.plain import AnyCodec, checked
from rules.engine.steps import Step


def _classes(module: ModuleType) -> list[type]:
    """Return the classes of a module that have a tag."""
    return [kind for kind in vars(module).values() if isinstance(kind, type) and "tag" in kind.__dict__]


EVENTS = _classes(events)


class Codecs:
    """The codecs of a setting: `state` and `event`."""

    def __init__(self, setting: Setting) -> None:
        derived = DerivedCodecs(setting.words, len(setting.seats), {Step: _classes(steps)})
        self.event: AnyCodec = derived.union(EVENTS)
        self._setting = setting
        self.state: AnyCodec = checked(derived.of(State), self._disagreement)

    def _disagreement(self, state: State) -> str:
        """Return what does not agree: derived fields with their source, seats with the setting."""
        covered = 0
        for laid in state.laid:
            covered |= self._setting.layout.placements[laid.placement].mask
        agree = covered == state.covered and len(state.seats) == len(self._setting.seats)
        return "" if agree else "the state's parts do not agree"
