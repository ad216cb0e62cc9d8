"""Three simulated computers at one switch: tables are found by multicast, and nothing leaves their network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from tests.programs.test_processes import same_end
from tests.support.net_processes import Programs
from tests.support.net_spaces import NET, NET6, Spaces, ip, is_local, trouble

pytestmark = pytest.mark.network


@pytest.fixture(scope="module", autouse=True)
def possible() -> None:
    """Skips where no network can be made."""
    if reason := trouble():
        pytest.skip(reason)


def told(base: Path, computers: int, story: Callable[[Programs, Spaces], Coroutine[None, None, None]]) -> None:
    """Runs a story on so many computers, and takes them away again."""

    async def whole(spaces: Spaces) -> None:
        async with Programs(base) as programs:
            await story(programs, spaces)

    with Spaces(computers) as spaces:
        asyncio.run(whole(spaces))
    left = ip("netns", "list")
    assert not any(name in left for name in (spaces.switch, *spaces.computers))


def test_a_table_is_found_by_multicast_and_played_to_its_end_with_no_traffic_to_anywhere_else(tmp_path: Path) -> None:
    async def story(programs: Programs, spaces: Spaces) -> None:
        watcher = await programs.start("sniff", "watcher", before=spaces.at_switch())
        await watcher.until("listening")
        host = await programs.start("host", "anna", before=spaces.inside(0))
        await host.until("port")
        guests = [
            await programs.start("guest", name, "--name", name, before=spaces.inside(number))
            for number, name in enumerate(("one", "two"), 1)
        ]
        await same_end(host, guests)
        watcher.process.terminate()
        sent = (await watcher.until("sent")).split()
        assert {f"{NET}.1", "224.0.0.251"} <= set(sent)
        assert [address for address in sent if not is_local(address)] == []
        assert [spaces.unroutable_packets(number) for number in range(3)] == [0, 0, 0]

    told(tmp_path, 3, story)


def test_two_computers_play_by_ipv6_alone(tmp_path: Path) -> None:
    async def story(programs: Programs, spaces: Spaces) -> None:
        for number, name in enumerate(spaces.computers, 1):
            ip("-n", name, "address", "delete", f"{NET}.{number}/24", "dev", "lan")
        host = await programs.start("host", "anna", "--seats", "2", before=spaces.inside(0))
        port = await host.until("port")
        at = f"[{NET6}::1]:{port}"
        guest = await programs.start("guest", "one", "--at", at, before=spaces.inside(1))
        await same_end(host, [guest])

    told(tmp_path, 2, story)
