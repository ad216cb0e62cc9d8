"""Three real programs play whole matches over loopback; any may be killed and restarted, and no move is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from saves.storage.verify import verify_file
from tests.support.net_processes import Program, Programs

pytestmark = pytest.mark.network


def told(base: Path, story: Callable[[Programs], Coroutine[None, None, None]]) -> None:
    """Runs a story and leaves no program behind."""

    async def whole() -> None:
        async with Programs(base) as programs:
            await story(programs)

    asyncio.run(whole())


async def same_end(host: Program, guests: list[Program]) -> None:
    """All programs came to the same state by the same entries, which every file holds and verifies."""
    ends = [await program.until("over") for program in (host, *guests)]
    assert ends == [ends[0]] * len(ends)
    for program in (*guests, host):
        assert await program.end() == 0
        assert program.entries == host.entries
        assert verify_file(program.file).sound


@pytest.mark.parametrize("level", [pytest.param(1, marks=pytest.mark.long), 3])
def test_three_programs_play_a_whole_game_to_the_same_state(tmp_path: Path, level: int) -> None:
    async def story(programs: Programs) -> None:
        host = await programs.start("host", "anna", "--level", str(level), "--alone")
        at = f"127.0.0.1:{await host.until('port')}"
        guests = [
            await programs.start("guest", name, "--name", name, "--at", at, "--seed", name, "--alone")
            for name in ("1", "2")
        ]
        await same_end(host, guests)

    told(tmp_path, story)


def test_two_programs_play_a_whole_duel_to_the_same_state(tmp_path: Path) -> None:
    async def story(programs: Programs) -> None:
        host = await programs.start("host", "anna", "--game", "builders-duel", "--seats", "2", "--alone")
        at = f"127.0.0.1:{await host.until('port')}"
        guest = await programs.start("guest", "bruno", "--at", at, "--seed", "2", "--alone")
        await same_end(host, [guest])

    told(tmp_path, story)


@pytest.mark.long
def test_a_killed_guest_returns_to_its_seat_and_nothing_is_lost(tmp_path: Path) -> None:
    async def story(programs: Programs) -> None:
        host = await programs.start("host", "anna", "--alone")
        at = f"127.0.0.1:{await host.until('port')}"
        one = await programs.start("guest", "one", "--at", at, "--alone")
        two = await programs.start("guest", "two", "--at", at, "--alone")
        for length in (4, 15, 40):
            await two.until("entries", length)
            await two.kill()
            two = await programs.start("guest", "two", "--at", at, "--alone")
        await same_end(host, [one, two])

    told(tmp_path, story)


@pytest.mark.long
def test_a_killed_host_resumes_from_its_file_and_its_guests_return(tmp_path: Path) -> None:
    async def story(programs: Programs) -> None:
        host = await programs.start("host", "anna", "--alone")
        port = await host.until("port")
        at = f"127.0.0.1:{port}"
        guests = [await programs.start("guest", name, "--at", at, "--alone") for name in ("one", "two")]
        for length in (3, 12, 45):
            await host.until("entries", length)
            await host.kill()
            host = await programs.start("host", "anna", "--port", port, "--alone")
            await host.until("port")
        await same_end(host, guests)

    told(tmp_path, story)
