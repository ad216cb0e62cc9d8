"""A registered game with defaults: what it ships in its package, and the sets of components that it can read.

A game's package has `rulebook.md` and its component files in `components/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from rules.engine.base_game import BaseBox
from rules.engine.codecs import DerivedCodecs
from rules.engine.components import from_plain, readable
from rules.engine.game import Options, Readable
from rules.engine.kinds import Words
from rules.engine.plain_data import Plain
from rules.engine.toml_table import TomlTable, load_shipped, parsed_files

R = TypeVar("R")
G = TypeVar("G")


class ComponentSet(Generic[R]):
    """How the components of a game, a record of their own, are read and written.

    `read` makes the record of the tables of all files, and `check` raises `ComponentError` for one that no match can be
    played with.
    """

    def __init__(
        self,
        record: type[R],
        package: str,
        files: Sequence[str],
        read: Callable[[Mapping[str, TomlTable]], R],
        check: Callable[[R], None],
        words: Words | None = None,
    ) -> None:
        self._record, self._package, self._files, self._read, self._check = record, package, files, read, check
        self._words: Words = words or {}
        self._codec = DerivedCodecs(self._words, 1, {}).of(record)

    @cached_property
    def standard(self) -> R:
        """The components that ship with the game."""
        return load_shipped(self._package, self._files, self.load)

    def load(self, texts: Mapping[str, str]) -> R:
        """Read and check components from the texts of their files. Raises `ComponentError`."""
        return self._checked(self._read(parsed_files(self._files, texts)))

    def decode(self, plain: Plain) -> R:
        """Return the components of a match header. Raises `ComponentError`."""
        return self._checked(from_plain(self._codec, plain))

    def encode(self, components: R) -> Plain:
        """Return the canonical data of components."""
        return self._codec.encode(components)

    def readable(self, components: R) -> Readable:
        """Return components with names instead of numbers."""
        return readable(components, self._record, self._words)

    def _checked(self, components: R) -> R:
        self._check(components)
        return components


class ComponentBox(BaseBox, Generic[R, G]):
    """Implements `rules.engine.game.GameBox` for a game with a `ComponentSet`; a game adds `game`."""

    components: ComponentSet[R]
    about: str
    """A note for players about the origin of the standard components."""

    def game(self, options: Options, components: R) -> G:
        """Return the game with these options and components. Raises `OptionError`."""
        raise NotImplementedError

    def standard_components(self) -> Plain:
        return self.components.encode(self.components.standard)

    def read_components(self, files: Mapping[str, str]) -> Plain:
        return self.components.encode(self.components.load(files))

    def readable_components(self, components: Plain | None = None) -> Readable:
        return self.components.readable(self._given(components))

    def new(self, options: Options, components: Plain | None = None, rules_version: int | None = None) -> G:
        return self.game(options, self._given(components))

    def _given(self, components: Plain | None) -> R:
        return self.components.standard if components is None else self.components.decode(components)

    def about_components(self) -> str:
        return self.about
