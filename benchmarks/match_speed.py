"""Validating a match, compared with bare PyNaCl that only verifies as many signatures of the same sizes."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from nacl.signing import SigningKey, VerifyKey

from benchmarks.pairing import Ratio, paired, seconds
from rules.engine.entropy import RandomStream
from rules.engine.game import AnyGame, Options
from rules.engine.plain_data import Plain
from rules.engine.secrecy import PUBLIC, redact
from rules.registry import game_box
from saves.format.header import Dealer, DealerKind, Player, game_of
from saves.log.decryption import PublicReader
from saves.log.match_log import links_of
from saves.storage.file_contents import parse_records, replay
from saves.storage.identity_file import load_identity
from saves.storage.match import Match
from saves.storage.match_file import MatchFile

MATCHES = 6
"""The number of validations in one measurement."""


class Remembered:
    """A game that returns the results of an earlier replay of the same match, so that the rules take no time."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._answers: list[Any] = []
        self._asked = 0
        self.known = False
        """Whether the answers are all there."""

    def again(self) -> None:
        """Begin the match again."""
        self._asked = 0

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def answer(*facts: Any) -> Any:
            if not self.known:
                self._answers.append(getattr(self._game, name)(*facts))
            self._asked += 1
            return self._answers[self._asked - 1]

        self.__dict__[name] = answer
        return answer


class Sample(NamedTuple):
    """A whole match in all the forms that are measured."""

    game: AnyGame
    remembered: Remembered
    contents: Any
    events: tuple[Plain, ...]
    """The states as the public knows them, encoded."""
    signed: tuple[tuple[bytes, bytes], ...]
    """A signature and a message of its size for every signature in the match."""
    key: VerifyKey


def ratios() -> list[Ratio]:
    """Return the log's own part of validation, and the rules' part."""
    return [
        paired(
            "validating a match, the rules' fold left out: signatures a second",
            lambda: len(_sample().signed) * MATCHES / _validating(),
            _bare_rate,
            "PyNaCl alone",
            unit="/s",
            bound=0.6,
            at_least=True,
        ),
        paired(
            "applying the rules to the same match",
            lambda: _ruling() / MATCHES,
            lambda: len(_sample().signed) / _bare_rate(),
            "PyNaCl alone",
            unit="s",
            bound=0.6,
        ),
    ]


@lru_cache(maxsize=1)
def _sample() -> Sample:
    """Play a random match of level I with two seats, and return it in all forms."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        players = [Player("Anna", "red"), Player("Bruno", "blue")]
        dealer = Dealer(DealerKind.COMMITTED, None)
        options = Options(2, "versus", 1)
        identity, chance = load_identity(path), RandomStream(bytes(8))
        with Match.create(path, "campus-galli", options, players, dealer, identity=identity, now=0) as match:
            while not match.due.over:
                seat = match.due.seats[0]
                match.submit(chance.choice(match.game.legal(match.view(seat), seat)))
            events = tuple(match.game.encode_event(redact(event, PUBLIC)) for event in match.events)
            signed: list[tuple[bytes, bytes]] = []
            key = SigningKey(bytes(32))
            for link in links_of(match.log):
                for _ in range(1 + (link.submission is not None)):
                    message = os.urandom(200)
                    signed.append((key.sign(message).signature, message))
        file = MatchFile.view(match.path)
        contents = parse_records(file.records, match.path)
        game = game_of(contents.header, game_box)
        remembered = Remembered(game)
        replay(contents, cast("AnyGame", remembered), PublicReader())
        remembered.known = True
        return Sample(game, remembered, contents, events, tuple(signed), key.verify_key)


def _validate() -> None:
    sample = _sample()
    sample.remembered.again()
    _, problem = replay(sample.contents, cast("AnyGame", sample.remembered), PublicReader())
    if problem is not None:
        raise ValueError(str(problem))


def _rule() -> None:
    sample = _sample()
    state = sample.game.view(sample.game.initial(), PUBLIC)
    for event in sample.events:
        sample.game.due(state)
        state = sample.game.apply(state, sample.game.decode_event(event))


def _verify() -> None:
    sample = _sample()
    for signature, message in sample.signed:
        sample.key.verify(message, signature)


def _validating() -> float:
    return seconds(lambda: [_validate() for _ in range(MATCHES)])


def _ruling() -> float:
    return seconds(lambda: [_rule() for _ in range(MATCHES)])


def _bare_rate() -> float:
    return len(_sample().signed) * MATCHES / seconds(lambda: [_verify() for _ in range(MATCHES)])
