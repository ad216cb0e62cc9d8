"""The server of `serve`: which requests it refuses, and what its page may do."""

from __future__ import annotations

import asyncio
import socket
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

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


# A page that reads nothing


def opened(host: str, port: int) -> socket.socket:
    """Return a page's connection, opened for a window of 200x60, from which nothing is read but the answer."""
    page = socket.create_connection((host, port))
    page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    page.sendall(
        f"GET /ws?width=200&height=60 HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert b"101" in page.recv(64)
    page.settimeout(0)
    return page


def resize(width: int) -> bytes:
    """Return the packet in which a page says that its window is this wide, so that all is drawn again."""
    text = f'["resize", {{"width": {width}, "height": 60}}]'.encode()
    return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text


@pytest.mark.long
def test_a_page_that_reads_nothing_is_closed_and_its_program_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PATIENCE", 1.0)
    started: list[Process] = []
    begin = asyncio.create_subprocess_shell

    async def kept(*words: Any, **more: Any) -> Process:
        started.append(await begin(*words, **more))
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_shell", kept)

    async def script() -> None:
        pages = PageServer(())
        async with TestServer(await pages.make_app()) as serving:
            url = serving.make_url("/")
            assert url.host is not None
            assert url.port is not None
            with await asyncio.to_thread(opened, url.host, url.port) as page:
                width = 200
                while pages.open_pages:
                    width = 401 - width
                    with suppress(OSError):
                        await asyncio.get_running_loop().sock_sendall(page, resize(width))
                    await asyncio.sleep(0.02)
            assert await started[0].wait() == 0

    asyncio.run(asyncio.wait_for(script(), 120))
