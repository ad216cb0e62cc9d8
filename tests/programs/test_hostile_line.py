"""Real programs play over a line that cuts, stalls, delays, repeats, splits and corrupts, and are killed meanwhile."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from saves.storage.verify import verify_file
from tests.support.hostile_line import TROUBLES, HostileLine
from tests.support.net_processes import WAIT, Program, Programs

pytestmark = pytest.mark.network


class Story:
    """One match between a host and its guests, each of which may be killed and started again."""

    def __init__(self, programs: Programs, line: HostileLine, guests: int, options: Sequence[str]) -> None:
        self._programs = programs
        self._options = options
        self._line = line
        self._names = ["host", *(f"guest{number}" for number in range(guests))]
        self._port = "0"
        self._running: dict[str, Program] = {}
        self._watches: dict[str, asyncio.Task[str]] = {}
        self.kills: Counter[str] = Counter()
        self.gone: list[str] = []
        """What guests' programs said that did not come as far as the match and gave up, and were started again."""
        self._kept: list[list[bytes]] = []
        """The entries in each file whenever its program had been killed."""

    async def begin(self, seed: int) -> None:
        """Opens the table, and has all guests come to it."""
        self._seed = seed
        for name in self._names:
            await self._start_watched(name)

    async def _start(self, name: str) -> None:
        if name == "host":
            seats = str(len(self._names))
            host = await self._programs.start(
                *("host", name, "--alone", *self._options),
                *("--seats", seats, "--port", self._port, "--seed", str(self._seed)),
            )
            self._port = await host.until("port")
            self._line.target = int(self._port)
            self._running[name] = host
        else:
            self._running[name] = await self._programs.start(
                *("guest", name, "--alone", *self._options),
                *("--name", name, "--at", self._line.at, "--seed", str(self._seed)),
            )

    async def _start_watched(self, name: str) -> None:
        await self._start(name)
        self._watches[name] = asyncio.ensure_future(self._watch(name))

    async def _watch(self, name: str) -> str:
        """What a program tells at the end.

        A guest whose very first handshake was spoiled is started again, as its player would do; no other gives up.
        """
        while True:
            program = self._running[name]
            try:
                return await program.until("over")
            except EOFError:
                if name == "host" or not any(line.startswith("gone ") for line in program.lines[-2:]):
                    raise
                assert not self._told(name), program.lines[-2:]
                self.gone.append(program.lines[-1])
                assert len(self.gone) < 20, self.gone
                await self._start(name)

    def _told(self, name: str) -> int:
        """How many entries a program has told to have."""
        told = [line for line in self._running[name].lines if line.startswith("entries ")]
        return int(told[-1].split()[1]) if told else 0

    async def kill(self, name: str, length: int) -> None:
        """Kills a program once its log is so long, and starts it again."""
        async with asyncio.timeout(WAIT):
            while self._told(name) < length:
                assert not any(watch.done() for watch in self._watches.values()), "the match ended before the kill"
                await asyncio.sleep(0.005)
        self._watches[name].cancel()
        await asyncio.gather(self._watches[name], return_exceptions=True)
        program, told = self._running[name], self._told(name)
        await program.kill()
        self.kills[name] += 1
        entries = program.entries
        if name == "host":
            assert len(entries) >= told, "what the host has told is on its disk"
        self._kept.append(entries)
        await self._start_watched(name)

    async def end(self) -> int:
        """Plays to the end; all came to the same by the same entries, and nothing was lost. Returns their number."""
        ends = await asyncio.gather(*(self._watches[name] for name in self._names))
        assert ends == [ends[0]] * len(ends)
        host = self._running["host"]
        for name in reversed(self._names):
            program = self._running[name]
            assert await program.end() == 0
            assert program.entries == host.entries
            report = verify_file(program.file)
            assert (report.sound, report.over, report.audited) == (True, True, True)
        for kept in self._kept:
            assert host.entries[: len(kept)] == kept
        return len(host.entries)


async def play(
    base: Path, seed: int, guests: int, kills: int, troubles: int, rarity: int = 10, options: Sequence[str] = ()
) -> tuple[Story, HostileLine, int]:
    """One match from beginning to end."""
    chance = Random(seed)
    async with Programs(base) as programs, HostileLine(0, seed, troubles=troubles, rarity=rarity) as line:
        story = Story(programs, line, guests, options)
        await story.begin(seed)
        names = ["host", *(f"guest{number}" for number in range(guests))]
        for length in sorted(chance.sample(range(2, 60), kills)):
            await story.kill(chance.choice(names), length)
        return story, line, await story.end()


def test_a_match_over_a_hostile_line_ends_with_the_same_entries_on_both_sides(tmp_path: Path) -> None:
    match = play(tmp_path, seed=3, guests=1, kills=2, troubles=12, rarity=5, options=("--impatient",))
    story, line, entries = asyncio.run(match)
    assert sum(story.kills.values()) == 2
    assert sum(line.met.values()) == 12
    assert entries > 60


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_a_match_over_a_hostile_line_with_kills_loses_nothing(tmp_path: Path, seed: int) -> None:
    story, line, _ = asyncio.run(play(tmp_path, seed, guests=1 + seed % 3, kills=8, troubles=60))
    print(f"{dict(line.met)}, killed {dict(story.kills)}, guests who gave up and came back: {story.gone}")
    assert set(line.met) == set(TROUBLES)
