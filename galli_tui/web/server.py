"""The server of `serve`: a page with a terminal, and one program for each page that is open.

Built on textual-serve, whose page, logging and trust in every website are replaced: a page comes from this server
alone, and only a page that came from it may talk to it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import shlex
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final

import textual_serve.server
from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.server import Server

PATIENCE: Final = 60.0
"""Seconds after which a page that reads nothing is closed."""
_LOOK: Final = 0.5
"""Seconds between two looks at what a page has not read yet."""
MOST_PAGES: Final = 8
"""The most pages that may be open at the same time. Each takes about 60 MB."""
_STATIC: Final = Path(__file__).with_name("static")
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; connect-src 'self' ws://HOST; img-src 'self' data: blob:; "
    "style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class _PageProgram(AppService):
    """The program of a page. What a closed page takes no more is dropped, so that the program can leave in order."""

    async def on_data(self, payload: bytes) -> None:
        with suppress(ConnectionResetError):
            await super().on_data(payload)

    async def on_meta(self, data: bytes) -> None:
        with suppress(ConnectionResetError):
            await super().on_meta(data)


# `Server.handle_websocket` starts the class of this name.
textual_serve.server.AppService = _PageProgram  # pyright: ignore[reportPrivateImportUsage]


class PageServer(Server):
    """Serves the program to browsers."""

    def __init__(self, options: Sequence[str]) -> None:
        """Serve the program with these options, such as "--ascii"."""
        # In whatever folder it runs, each program imports only what this one imports.
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        super().__init__(  # pyright: ignore[reportUnknownMemberType]
            f"exec {shlex.join((sys.executable, '-P', '-m', 'galli_tui', 'page', *options))}"
        )
        self._pages: set[asyncio.Task[object]] = set()

    @property
    def open_pages(self) -> int:
        """The number of open pages."""
        return len(self._pages)

    def run(self, sockets: list[socket.socket]) -> None:
        """Serve on these listening sockets until Ctrl+C or SIGTERM; then end every page."""
        web.run_app(self.make_app(), sock=sockets, print=None, access_log=None, shutdown_timeout=5.0)

    async def make_app(self) -> web.Application:
        """Return the application: textual-serve's, with the page and its guard."""
        app = await self._make_app()
        app.middlewares.append(_guard)
        app.router.add_static("/page", _STATIC)
        return app

    async def on_startup(self, app: web.Application) -> None:
        """Print nothing: the command has said where the page is."""

    async def on_shutdown(self, app: web.Application) -> None:
        """End the programs of all pages."""
        for page in self._pages:
            page.cancel()
        if self._pages:
            await asyncio.wait(self._pages, timeout=5.0)

    async def handle_index(self, request: web.Request) -> web.StreamResponse:
        """Return the page."""
        text = (_STATIC / "index.html").read_text(encoding="utf-8").replace("HOST", request.host)
        return web.Response(text=text, content_type="text/html")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run a program for a page until either ends."""
        if len(self._pages) >= MOST_PAGES:
            raise web.HTTPServiceUnavailable(text=f"{MOST_PAGES} pages are open; close one first.")
        page = asyncio.current_task()
        assert page is not None  # noqa: S101
        self._pages.add(page)
        watch = asyncio.create_task(_close_if_unread(request.transport))
        try:
            return await super().handle_websocket(request)
        finally:
            watch.cancel()
            self._pages.discard(page)


async def _close_if_unread(transport: asyncio.WriteTransport | None) -> None:
    """Close the connection of a page that has read nothing for a while; its program ends, with every move saved.

    Otherwise its program would wait for it for ever, and the page would keep its place among those that may be open.
    """
    since, unread = monotonic(), 0
    while transport is not None and not transport.is_closing():
        await asyncio.sleep(_LOOK)
        now = transport.get_write_buffer_size()
        if not now or now != unread:
            since, unread = monotonic(), now
        elif monotonic() - since > PATIENCE:
            transport.abort()


@web.middleware
async def _guard(request: web.Request, handler: _Handler) -> web.StreamResponse:
    """Refuse requests in the name of other websites, and forbid other websites to show the page."""
    origin = request.headers.get("Origin", "null" if request.path == "/ws" else f"http://{request.host}")
    if not names_an_address(request.host) or origin != f"http://{request.host}":
        raise web.HTTPForbidden(text="This page may only be opened by its own address.")
    try:
        response = await handler(request)
    except web.HTTPException as error:
        error.headers.update(_headers(request))
        raise
    if not response.prepared:
        response.headers.update(_headers(request))
    return response


def _headers(request: web.Request) -> dict[str, str]:
    return {name: value.replace("HOST", request.host) for name, value in _HEADERS.items()}


def names_an_address(host: str) -> bool:
    """Return whether a request's host is a numeric address or localhost.

    A name could belong to a website that was pointed at this computer, to which browsers would then give its pages.
    """
    name, colon, port = host.rpartition(":")
    if not colon or not port.isdecimal():
        name = host
    if name == "localhost":
        return True
    with suppress(ValueError):
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
        return True
    return False
