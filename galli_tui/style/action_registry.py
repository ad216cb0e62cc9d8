"""The registry of what a player can do, for key bindings, command palette, footer, help and mouse.

An action belongs to a scope, and a screen lists its scopes. `galli_tui.style.actions` registers those of the screens
and offers all of this; games register actions in scopes of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from textual.binding import Binding, BindingType


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a player can do. `check_action` of what binds its key decides whether it is possible."""

    id: str
    """Scope and name, e.g. "table.undo"; runs `action_undo` of the screen or widget that binds its key."""
    keys: tuple[str, ...]
    """Textual's names of the keys; the first one is shown."""
    label: str
    """One or two words for the footer."""
    help: str
    """One sentence for the help and the command palette."""
    group: str
    """The heading of the action in the help."""
    foot: int = 0
    """The rank in the footer, lowest first; 0 leaves it out."""
    always: bool = False
    """Whether the footer gives it room before all others, as for the way out."""
    steady: bool = False
    """Whether it stands at the right end of the footer, where nothing that comes and goes moves it."""
    each_key: bool = False
    """Whether the method gets the name of the pressed key, as for arrows; such actions are not in the palette."""
    shown: str = ""
    """How the keys are written where the first one alone would mislead, e.g. "up down" for both arrows."""
    phrases: tuple[str, ...] = ()
    """What prompts say that it does, besides its label: a click on these words after its key does it too."""
    opener: str = ""
    """The id of the action that opens this one's screen, or ".name" for those of that name in any scope.

    What opens a screen closes it too, also if the player changes it.
    """

    @property
    def scope(self) -> str:
        """Return where the action is valid: the part of the id before the dot."""
        return self.id.partition(".")[0]

    @property
    def at_right(self) -> bool:
        """Whether it stands at the right end of the footer."""
        return self.steady or self.scope == "app"

    @property
    def method(self) -> str:
        """Return the name of Textual's action: the part of the id after the dot."""
        return self.id.partition(".")[2].replace("-", "_")


_REGISTRY: dict[str, Action] = {}
"""All actions, with their default keys."""
_SCOPES: dict[str, list[Action]] = {}
"""The same by scope, by registration."""
_CHANGED: dict[str, tuple[str, ...]] = {}
"""The keys of the actions whose keys the player has changed."""


def register(*actions: Action) -> None:
    """Add actions. Raises ValueError for an id used twice, or a key used twice in a scope."""
    for action in actions:
        if _REGISTRY.get(action.id, action) != action:
            raise ValueError(f"action {action.id} is registered twice")
        if action.id in _REGISTRY:
            continue
        others = _SCOPES.setdefault(action.scope, [])
        taken = {key: other for other in others for key in other.keys}
        for key in action.keys:
            if key in taken:
                raise ValueError(f"key {key} means {taken[key].id} already, so it cannot mean {action.id}")
        others.append(action)
        _REGISTRY[action.id] = action


def change_keys(keys: Mapping[str, tuple[str, ...]]) -> None:
    """Give actions other keys, in place of all earlier changes; `BINDINGS` stay, and Textual's keymap changes them.

    `style.key_map` checks the keys.
    """
    _CHANGED.clear()
    _CHANGED.update(keys)


def in_scopes(*scopes: str) -> list[Action]:
    """Return the actions of these scopes, by scope in the given order, then by registration."""
    return [_present(it) for scope in scopes for it in _SCOPES.get(scope, ())]


def registered() -> list[Action]:
    """Return the actions of all scopes, by registration."""
    return [_present(it) for it in _REGISTRY.values()]


def action(action_id: str) -> Action:
    """Return the action with an id. Raises KeyError."""
    return _present(_REGISTRY[action_id])


def known(action_id: str | None) -> Action | None:
    """Return the action with a binding's id; None for a binding that is not ours."""
    found = _REGISTRY.get(action_id or "")
    return None if found is None else _present(found)


def defaults() -> dict[str, Action]:
    """Return all actions by id, with their default keys."""
    return dict(_REGISTRY)


def _present(it: Action) -> Action:
    """Return an action with the keys that it has now."""
    return replace(it, keys=_CHANGED[it.id], shown="") if it.id in _CHANGED else it


def bindings(*scopes: str) -> list[BindingType]:
    """Return the default keys of these scopes for a screen's `BINDINGS`. A binding's id is its action's."""
    return [binding for scope in scopes for it in _SCOPES.get(scope, ()) for binding in _bindings(it)]


def _bindings(action: Action) -> Iterable[Binding]:
    for key in action.keys:
        call = f"{action.method}('{key}')" if action.each_key else action.method
        yield Binding(key, call, action.label, show=action.foot > 0, tooltip=action.help, id=action.id)
