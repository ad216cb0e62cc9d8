"""Isolated networks for tests: namespaces joined by a switch, with their own addresses and no route outside."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import ExitStack
from types import TracebackType
from typing import Final, Self

NET: Final = "10.231.77"
NET6: Final = "fd77:6a11"


def trouble() -> str:
    """Return why no such network can be made here; empty where it can."""
    if os.name != "posix" or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "network namespaces need iproute2"
    name = f"galli-try-{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False)
    if made.returncode:
        return f"no network namespaces here: {made.stderr.decode().strip()}"
    subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)
    return ""


def ip(*words: str) -> str:
    """Run `ip`, and return its output."""
    return subprocess.run(["ip", *words], capture_output=True, check=True, text=True).stdout


class Spaces:
    """A switch with several computers, all in namespaces that are removed at the end."""

    def __init__(self, computers: int) -> None:
        base = f"galli-{os.getpid()}"
        self.switch = f"{base}-switch"
        self.computers = [f"{base}-{number}" for number in range(computers)]
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        try:
            self._make()
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def _make(self) -> None:
        for name in (self.switch, *self.computers):
            ip("netns", "add", name)
            # Interfaces go with their namespace.
            self._stack.callback(subprocess.run, ["ip", "netns", "delete", name], capture_output=True, check=False)
        inside = ("-n", self.switch)
        ip(*inside, "link", "add", "switch", "type", "bridge")
        ip(*inside, "link", "set", "switch", "up")
        for number, name in enumerate(self.computers, 1):
            ip(*inside, "link", "add", f"port{number}", "type", "veth", "peer", "name", "lan", "netns", name)
            ip(*inside, "link", "set", f"port{number}", "master", "switch", "up")
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "address", "add", f"{NET}.{number}/24", "dev", "lan")
            ip("-n", name, "address", "add", f"{NET6}::{number:x}/64", "dev", "lan", "nodad")
            ip("-n", name, "link", "set", "lan", "up")

    def inside(self, number: int) -> list[str]:
        """Return the prefix of a command that runs on this computer."""
        return ["ip", "netns", "exec", self.computers[number]]

    def at_switch(self) -> list[str]:
        """Return the prefix of a command that runs at the switch, which all traffic passes."""
        return ["ip", "netns", "exec", self.switch]

    def unroutable_packets(self, number: int) -> int:
        """Return the number of packets that this computer tried to send without a route."""
        table = subprocess.run(
            [*self.inside(number), "cat", "/proc/net/snmp", "/proc/net/snmp6"],
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        words = [line.split() for line in table.splitlines()]
        names, values = [row for row in words if row[0] == "Ip:"]
        four = int(values[names.index("OutNoRoutes")])
        return four + sum(int(row[1]) for row in words if row[0] == "Ip6OutNoRoutes")


def is_local(address: str) -> bool:
    """Return whether an address is one of these computers, or a multicast group at the switch."""
    if ":" in address:
        return address.startswith((NET6, "fe80:", "ff02:"))
    return address.startswith((f"{NET}.", "224.0.0."))
