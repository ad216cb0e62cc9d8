"""What the computer offers: the player's folders, the installed packages, the network, processors. Nothing is sent."""

from __future__ import annotations

import errno
import ipaddress
import os
import platform
import re
import shutil
import socket
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Final

from galli_tui import __version__
from galli_tui.bots.processors import processors
from galli_tui.doctor.findings import Finding, FindingGroup, Fitness, examine, shown_command, shown_path
from galli_tui.settings.file import Loaded, settings_path
from galli_tui.style.wording import listed
from galli_tui.terminal.safe_text import sanitize
from saves.errors import SaveError, quoted

NAME: Final = "galli-tui"
EXTRAS: Final = {
    "ssh": "hosting for friends who have only SSH",
    "serve": "playing in a browser",
    "cluster": "simulations on several computers",
}
"""The extras that players install, and what each is for."""
LITTLE: Final = 20 << 20
"""The bytes of free space below which the disk may soon be full of saved matches."""
_REQUIREMENT: Final = re.compile(r"\s*([\w.-]+)")
_EXTRA: Final = re.compile(r"""\bextra\s*==\s*["']([^"']+)["']""")
_MULTICAST: Final = ("224.0.0.251", 5353)
_CELLS: Final = 60


def computer_sections(loaded: Loaded | None = None) -> tuple[FindingGroup, ...]:
    """Return what was found about this computer, given the settings, if they were read, with what is wrong in them."""
    return (
        examine("Folders", _matches, partial(_settings, loaded)),
        examine("Installation", _python, _packages, _extras),
        examine("Bots", _processors),
    )


def network_section() -> FindingGroup:
    """Return what was found about the network; opens sockets, but sends nothing."""
    return examine("Network", _interfaces, _listening, _multicast)


def _matches() -> Sequence[Finding]:
    """Return what was found about the folder of keys and matches."""
    from saves.storage.paths import HOME_VARIABLE, MATCHES, home

    try:
        folder = home()
    except SaveError as error:
        return [Finding("data", str(error), Fitness.FAILING)]
    finding = _folder("data", folder, HOME_VARIABLE, "your matches and your key")
    with suppress(OSError):
        count = sum(path.suffix == ".galli" for path in (folder / MATCHES).iterdir())
        finding = finding._replace(text=f"{finding.text} It has {count} match {'file' if count == 1 else 'files'}.")
    return [finding]


def _settings(loaded: Loaded | None) -> Sequence[Finding]:
    """Return what was found about the file of the settings and its folder; values are not told."""
    from saves.storage.paths import HOME_VARIABLE

    try:
        path = settings_path()
    except SaveError as error:
        return [Finding("settings", str(error), Fitness.FAILING)]
    variable = HOME_VARIABLE if os.environ.get(HOME_VARIABLE) else "XDG_CONFIG_HOME"
    finding = _folder("settings", path.parent, variable, "your settings")
    shown = shown_path(path, variable)
    if not path.exists():
        text = f"There is no {shown} yet: all settings have their defaults."
    elif loaded is None or not loaded.given:
        text = f"The file is {shown}."
    else:
        text = f"The file {shown} sets {listed(sorted(loaded.given))}."
    lists = f"`{shown_command('settings')}` and `{shown_command('settings keys')}`"
    remedy = f"Correct it in {shown}; {lists} list what can be set."
    return [
        finding._replace(text=f"{finding.text} {text}"),
        *(
            Finding("setting", notice.replace(quoted(path), "The settings file"), Fitness.LIMITED, remedy)
            for notice in (loaded.notices if loaded is not None else ())
        ),
    ]


def _folder(about: str, folder: Path, variable: str, content: str) -> Finding:
    """Return what was found about a folder of the player's, which need not exist yet."""
    shown = shown_path(folder, variable)
    place = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    if not place.is_dir():
        text = f"{shown} cannot hold {content}: there is a file in the way."
        return Finding(about, text, Fitness.FAILING, "Rename that file.")
    if not os.access(place, os.W_OK | os.X_OK):
        text = f"{shown} cannot be written, so nothing could be saved."
        remedy = "Make it writable with `chmod u+rwx`, or set GALLI_TUI_HOME to a folder of your own."
        return Finding(about, text, Fitness.FAILING, remedy)
    text = f"{shown} holds {content}." if place == folder else f"{shown} will hold {content}; it does not exist yet."
    free = shutil.disk_usage(place).free
    if free < LITTLE:
        text = f"{text} Only {free >> 10:,} KiB are free on its disk."
        return Finding(about, text, Fitness.LIMITED, "Free some space, or set GALLI_TUI_HOME to another disk.")
    if place == folder and os.name == "posix" and folder.stat().st_mode & 0o022:
        text = f"{text} Other users of this computer can change its files."
        return Finding(about, text, Fitness.LIMITED, f"Run `chmod go-w` on {shown}.")
    return Finding(about, f"{text} Writable, {_size(free)} free.")


def _size(count: int) -> str:
    return f"{count >> 30} GiB" if count >> 30 else f"{count >> 20} MiB"


def _python() -> Sequence[Finding]:
    kind = "installed" if _distribution_version() else "run from its source folder"
    system = f"{platform.system()} {platform.release()} on {platform.machine()}"
    text = f"galli-tui {__version__}, {kind}; Python {platform.python_version()}; {sanitize(system, _CELLS)}."
    return [Finding("program", text)]


def _distribution_version() -> str:
    try:
        return version(NAME)
    except PackageNotFoundError:
        return ""


def _packages() -> Sequence[Finding]:
    """Return the versions of the packages that the program needs."""
    names = [name for name, extra in _requirements() if not extra]
    if not names:
        return [Finding("packages", "Unknown, as the program is not installed.")]
    found = {name: _version_of(name) for name in names}
    listed = ", ".join(f"{name} {number}" for name, number in found.items() if number)
    if missing := [name for name, number in found.items() if not number]:
        text = f"These packages are missing: {', '.join(missing)}. Found: {listed}."
        return [Finding("packages", text, Fitness.FAILING, "Install galli-tui again, into an environment of its own.")]
    return [Finding("packages", f"{listed}.")]


def _extras() -> Sequence[Finding]:
    """Return which extras are installed."""
    needed = [(name, extra) for name, extra in _requirements() if extra in EXTRAS]
    findings: list[Finding] = []
    for extra in dict.fromkeys(extra for _, extra in needed):
        found = [(name, _version_of(name)) for name, belongs in needed if belongs == extra]
        if all(number for _, number in found):
            listed = ", ".join(f"{name} {number}" for name, number in found)
            findings.append(Finding(f"extra {extra}", f"Installed ({listed}), for {EXTRAS[extra]}."))
        else:
            remedy = f"Only if you want it: {how_to_install(extra)}."
            findings.append(Finding(f"extra {extra}", f"Not installed; it is for {EXTRAS[extra]}.", remedy=remedy))
    return findings


def how_to_install(extra: str) -> str:
    """Return the words that say how to install one of the program's extras."""
    return f"run `pip install '.[{extra}]'` in the copy of galli-tui, with the pip of its environment"


def _requirements() -> list[tuple[str, str]]:
    """Return the packages that the program declares, each with the extra it belongs to, "" for none."""
    try:
        lines = requires(NAME) or []
    except PackageNotFoundError:
        return []
    found: list[tuple[str, str]] = []
    for line in lines:
        name, extra = _REQUIREMENT.match(line), _EXTRA.search(line)
        if name is not None:
            found.append((name[1], extra[1] if extra else ""))
    return found


def _version_of(name: str) -> str:
    try:
        return sanitize(version(name), _CELLS)
    except PackageNotFoundError:
        return ""


def _interfaces() -> Sequence[Finding]:
    """Return what kinds of addresses this computer has, but not the addresses."""
    import ifaddr

    from net.discovery.address import plain_ip

    kinds: set[str] = set()
    count = 0
    for adapter in ifaddr.get_adapters():
        found = [ipaddress.ip_address(plain_ip(ip.ip)) for ip in adapter.ips]
        outside = [ip for ip in found if not ip.is_loopback]
        count += bool(outside)
        kinds |= {f"IPv{ip.version}" for ip in outside if not ip.is_link_local}
    if not kinds:
        text = "No network: tables can be hosted and joined on this computer only."
        return [Finding("interfaces", text, Fitness.LIMITED, "Connect to a network to play with other computers.")]
    noun = "interface" if count == 1 else "interfaces"
    return [Finding("interfaces", f"{count} {noun} to other computers, with {' and '.join(sorted(kinds))}.")]


def _listening() -> Sequence[Finding]:
    """Return whether a table could be hosted: whether a socket can be bound."""
    from net.discovery.address import DEFAULT_PORT
    from net.discovery.listening_sockets import CannotListen, candidate_ports, open_listening_sockets

    try:
        opened = open_listening_sockets(candidate_ports(None))
    except CannotListen as error:
        return [
            Finding("hosting", str(error), Fitness.LIMITED, f"Choose a port with `{shown_command('host --port')}`.")
        ]
    port = opened[0].getsockname()[1]
    for sock in opened:
        sock.close()
    other = "" if port == DEFAULT_PORT else f" ({DEFAULT_PORT} is in use)"
    text = f"A table can listen on port {port}{other}. A firewall or router may still keep others out."
    return [Finding("hosting", text)]


def _multicast() -> Sequence[Finding]:
    """Return whether tables could be found on the network: whether there is a way for multicast."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as sock:
        try:
            sock.connect(_MULTICAST)  # Of a datagram socket, this only looks for a route.
        except OSError as error:
            why = errno.errorcode.get(error.errno or 0, "unknown")
            text = f"There is no route for multicast ({why}), so tables on the network are not listed."
            remedy = f"Join by address: `{shown_command('join HOST:PORT')}`, as shown on the host's screen."
            return [Finding("finding tables", text, Fitness.LIMITED, remedy)]
    text = "There is a route for multicast, so tables on this network can be listed. Guest networks may block it."
    return [Finding("finding tables", text)]


def _processors() -> Sequence[Finding]:
    count = processors()
    words = "1 processor" if count == 1 else f"{count} processors"
    text = f"{words} for bots, hints and simulations."
    if count == 1:
        text += " Strong bots share it with the screen, and hints are computed only when you ask."
    if sys.platform == "darwin" or count > 1:
        return [Finding("processors", text)]
    return [Finding("processors", text, Fitness.LIMITED, "Choose novice or brother if the abbot is too slow.")]
