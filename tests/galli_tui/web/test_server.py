"""The server of `serve`: which requests it refuses, and what its page may do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import pytest
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer

from galli_tui.web import server
from galli_tui.web.server import PageServer, names_an_address

pytestmark = pytest.mark.network


@pytest.fixture(autouse=True)
def path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put back what the server sets for its programs."""
    monkeypatch.setenv("PYTHONPATH", "")


def asked(path: str, headers: Mapping[str, str], read: Callable[[ClientResponse], Awaitable[None]]) -> None:
    """Ask a server for a path."""

    async def ask() -> None:
        app = await PageServer(()).make_app()
        async with TestClient(TestServer(app)) as client, client.get(path, headers=headers) as response:
            await read(response)

    asyncio.run(ask())


def status_of(path: str, **headers: str) -> int:
    found: list[int] = []

    async def read(response: ClientResponse) -> None:
        found.append(response.status)

    asked(path, headers, read)
    return found[0]


def test_the_page_comes_from_this_server_alone() -> None:
    async def read(response: ClientResponse) -> None:
        text = await response.text()
        assert "https://" not in text
        assert f"ws://{response.url.host}:{response.url.port}/ws" in text
        assert "default-src 'self'" in response.headers["Content-Security-Policy"]
        assert response.headers["X-Frame-Options"] == "DENY"

    asked("/", {}, read)


@pytest.mark.parametrize("path", ["/static/js/textual.js", "/static/css/xterm.css", "/page/page.js", "/page/page.css"])
def test_what_the_page_needs_is_served(path: str) -> None:
    assert status_of(path) == 200


@pytest.mark.parametrize("path", ["/", "/ws", "/page/page.js"])
def test_a_name_that_was_pointed_here_is_refused(path: str) -> None:
    assert status_of(path, Host="evil.example:8000", Origin="http://evil.example:8000") == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:8000"])
def test_another_website_cannot_talk_to_the_program(origin: str) -> None:
    assert status_of("/ws", Host="127.0.0.1:8000", Origin=origin) == 403
    assert status_of("/", Host="127.0.0.1:8000", Origin=origin) == 403


def test_a_program_is_only_started_for_a_page() -> None:
    assert status_of("/ws", Host="127.0.0.1:8000") == 403


def test_there_is_a_most_of_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_PAGES", 0)
    assert status_of("/ws", Host="127.0.0.1:8000", Origin="http://127.0.0.1:8000") == 503


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8000", "localhost:8000", "[::1]:8000", "192.168.1.20:80"])
def test_addresses_are_accepted(host: str) -> None:
    assert names_an_address(host)


@pytest.mark.parametrize("host", ["", "evil.example", "evil.example:8000", "127.0.0.1.evil", "localhost.evil:1"])
def test_names_are_not(host: str) -> None:
    assert not names_an_address(host)
