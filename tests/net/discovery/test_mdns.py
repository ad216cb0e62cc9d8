"""Finding tables: an advert is found, on this computer too; adverts of strangers are limited, sanitized or ignored."""

from __future__ import annotations

import asyncio
import gc
import os
import warnings
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from net.discovery import multicast
from net.discovery.address import Address
from net.discovery.mdns import (
    MAX_ADDRESSES,
    SERVICE,
    TABLE_ID_SIZE,
    Advertiser,
    DiscoveredTable,
    TableAdvert,
    TableBrowser,
    encode_advert,
    parse_addresses,
    parse_advert,
)
from net.discovery.multicast import LOOPBACK, MulticastReach, MulticastSockets
from net.status import Phase

OFFER = TableAdvert(
    1, os.urandom(TABLE_ID_SIZE), "campus-galli", 3, "versus", 4, 2, "Anna", may_watch=True, phase=Phase.PLAYING
)
WAIT = 20
"""Seconds after which what should have come is given up."""


def raw(offer: TableAdvert = OFFER, /, **changes: str | bytes | None) -> dict[bytes, bytes | None]:
    """The properties of an offer as they come, with others in place of some; None takes one away."""
    found: dict[str, str | bytes | None] = {**encode_advert(offer), **changes}
    return {
        key.encode(): value.encode() if isinstance(value, str) else value
        for key, value in found.items()
        if value is not None
    }


class Browsing:
    """A browser on the loopback, and a way to wait for what it finds."""

    def __init__(self) -> None:
        self.news = asyncio.Event()
        self.browser = TableBrowser(self.news.set, interfaces=[LOOPBACK])

    async def __aenter__(self) -> Self:
        await self.browser.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.browser.close()

    @property
    def found(self) -> list[DiscoveredTable]:
        """The rows for the table of this test; other programs may advertise theirs on the same loopback."""
        return [row for row in self.browser.found if row.advert.table_id == OFFER.table_id]

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds, with a time limit."""
        async with asyncio.timeout(WAIT):
            while not condition():
                self.news.clear()
                await self.news.wait()


class Advertising:
    """A stranger on the loopback who advertises services."""

    def __init__(self, *services: AsyncServiceInfo) -> None:
        self._services = services

    async def __aenter__(self) -> Self:
        self._air = AsyncZeroconf(interfaces=[LOOPBACK])
        for told in self._services:
            self.advertise(told)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._air.async_close()

    def advertise(self, told: AsyncServiceInfo) -> None:
        told.server = f"{told.get_name()}.local."
        self._air.zeroconf.registry.async_add(told)


def service(
    name: str, properties: dict[bytes, bytes | None], port: int = 7341, hosts: Sequence[str] = ("192.168.77.7",)
) -> AsyncServiceInfo:
    """Return a service as anyone may advertise it."""
    return AsyncServiceInfo(
        SERVICE,
        f"{name}.{SERVICE}",
        port=port,
        properties=properties,
        server=f"{name}.local.",
        parsed_addresses=[*hosts],
    )


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.PLAYING, Phase.OVER])
def test_an_advert_survives_its_encoding(phase: Phase) -> None:
    offer = OFFER._replace(phase=phase)
    assert parse_advert(raw(offer)) == offer


@pytest.mark.parametrize("key", list("vtglmsonwp"))
@pytest.mark.parametrize("value", [None, b"", b"\xff\xfe", b"-1", b"99999", b"\x1b[2J", b"x" * 300])
def test_an_advert_with_an_invalid_property_is_ignored_or_sanitized(key: str, value: bytes | None) -> None:
    found = parse_advert(raw(**{key: value}))
    if key == "n" and value is not None and value != b"\xff\xfe":
        assert found is not None
        assert found.host.isprintable()
        assert len(found.host) <= 24
    else:
        assert found is None


def test_an_advert_with_more_open_seats_than_seats_is_ignored() -> None:
    assert parse_advert(raw(s="2", o="3")) is None


@given(st.dictionaries(st.binary(max_size=3), st.none() | st.binary(max_size=40), max_size=12))
def test_any_properties_are_an_advert_or_ignored(properties: dict[bytes, bytes | None]) -> None:
    found = parse_advert({**raw(), **properties})
    assert found is None or parse_advert(raw(found)) == found


def test_reachable_addresses_are_kept_most_likely_first() -> None:
    hosts = ["::", "127.0.0.1", "224.0.0.1", "ff02::1", "no", "10.0.0.1", "192.168.0.1", "0.0.0.0", "fe80::1%2"]
    kept = parse_addresses(hosts, 80)
    assert kept == tuple(Address(host, 80) for host in ("192.168.0.1", "10.0.0.1", "fe80::1%2", "127.0.0.1"))
    assert len(parse_addresses([f"10.0.0.{number}" for number in range(200)], 80)) == MAX_ADDRESSES
    assert [parse_addresses(hosts, port) for port in (None, 0, -1, 65536)] == [()] * 4


@pytest.mark.network
def test_a_table_is_listed_with_its_changes_until_it_closes() -> None:
    async def story() -> None:
        async with Browsing() as browsing:
            advert = Advertiser(OFFER, 4711, interfaces=[LOOPBACK])
            await advert.open()
            assert advert.reach is browsing.browser.reach is MulticastReach.COMPUTER
            await browsing.until(lambda: bool(browsing.found))
            (found,) = browsing.found
            assert found.advert == OFFER
            assert found.addresses
            assert {address.port for address in found.addresses} == {4711}
            await advert.update(OFFER._replace(open_seats=0))
            await browsing.until(lambda: browsing.found[0].advert.open_seats == 0)
            await advert.close()
            await browsing.until(lambda: not browsing.found)

    asyncio.run(story())


@pytest.mark.network
def test_a_table_under_two_names_is_one_row_and_nonsense_is_ignored() -> None:
    own = OFFER.table_id.hex()
    services = [service(f"{own} a", {b"v": b"1"}), service(f"{own} b", {}), service(f"{own} c", raw(), port=0)]
    services += [service(f"{own} d", raw()), service(f"{own} e", raw(), port=7342)]
    both = {Address("192.168.77.7", 7341), Address("192.168.77.7", 7342)}

    async def story() -> None:
        async with Advertising(*services), Browsing() as browsing:
            await browsing.until(lambda: any(set(row.addresses) == both for row in browsing.found))
            assert len(browsing.found) == 1

    asyncio.run(story())


@pytest.mark.network
def test_a_peer_that_advertises_many_addresses_of_a_table_leaves_room_for_its_own() -> None:
    many = [f"192.168.77.{number}" for number in range(100, 100 + MAX_ADDRESSES)]
    own = OFFER.table_id.hex()
    services = [service(f"{own} a", raw(), hosts=many), service(f"{own} b", raw())]

    async def story() -> None:
        async with Advertising(services[0]) as advertising, Browsing() as browsing:
            await browsing.until(lambda: any(len(row.addresses) == MAX_ADDRESSES for row in browsing.found))
            advertising.advertise(services[1])
            await browsing.until(lambda: any(Address("192.168.77.7", 7341) in row.addresses for row in browsing.found))
            assert len(browsing.found) == 1

    asyncio.run(story())


@pytest.mark.parametrize("refusal", [OSError(19, "No such device"), RuntimeError("No interfaces to listen on")])
def test_without_multicast_nothing_is_found_and_nothing_fails(
    monkeypatch: pytest.MonkeyPatch, refusal: Exception
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise refusal

    monkeypatch.setattr("zeroconf.asyncio.Zeroconf", refuse)
    monkeypatch.setattr(multicast, "multicast_interfaces", lambda: ["192.168.1.7"])

    async def story() -> None:
        browser, advert = TableBrowser(lambda: None), Advertiser(OFFER, 7341)
        await asyncio.gather(browser.open(), advert.open())
        assert browser.reach is advert.reach is MulticastReach.NOWHERE
        await advert.update(OFFER._replace(open_seats=0))
        await asyncio.gather(browser.close(), advert.close())
        assert browser.found == ()

    asyncio.run(story())


@pytest.mark.network
def test_a_listener_cancelled_while_opening_leaves_no_socket_open() -> None:
    async def moved() -> None:
        raise AssertionError

    async def opens(air: MulticastSockets) -> None:
        try:
            await air.open()
        finally:
            await air.close()

    async def story() -> None:
        air = MulticastSockets([LOOPBACK], moved)
        task = asyncio.create_task(opens(air))
        while air.zeroconf is None:  # noqa: ASYNC110 - there is no event for it, and a moment later is too late.
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    gc.collect()
    with warnings.catch_warnings(record=True) as left_open:
        warnings.simplefilter("always", ResourceWarning)
        asyncio.run(story())
        gc.collect()
    assert not left_open
