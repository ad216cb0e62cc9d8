"""A second implementation of the handshake, from `docs/wire.md` alone, talks to the real program at either end."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from rules.registry import game_box, games
from tests.programs.test_second_reader import ROOT, documented
from tests.support.second import handshake
from tests.support.second.handshake import About, Channel
from tests.support.second.primitives import Plain, Refused, encode
from tests.support.second.seals import keys_of
from tests.support.table_steps import code_of, free_port
from tests.support.terminal import Terminal

CODE = "cellar-heron-417"
FROM_HOST, FROM_GUEST = 1_280 * 1024, 300 * 1024
HOST, GUEST = keys_of(bytes([1]) * 32), keys_of(bytes([2]) * 32)
WAIT = 60


def scalar(number: int) -> handshake.Scalar:
    return lambda size: bytes([number]) * size


def rules_hash() -> bytes:
    """Return the hash of the rules of the program's own game."""
    folders = {"engine": ROOT / "rules" / "engine", "game": ROOT / "rules" / games()[0].replace("-", "_")}
    return handshake.rules_hash(
        {
            f"{name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
            for name, folder in folders.items()
            for path in folder.rglob("*.*")
            if path.is_file()
        }
    )


def test_the_documents_vectors_come_out_of_the_second_handshake() -> None:
    vectors = {name: bytes.fromhex(value) for name, value in documented("wire.md").items()}
    bodies = [vectors[f"handshake {number}"] for number in range(1, 7)]
    about = About("0.2.0", bytes(range(8)), "candles", 1, bytes([7]) * 32)

    def sent(end: socket.socket) -> list[bytes]:
        return [handshake.receive(end, handshake.BEFORE) for _ in range(3)]

    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(b"".join(map(handshake.frame, bodies[1::2])))
        guest, heard = handshake.join(ours, CODE, "0.2.1", scalar(0x11))
        assert sent(theirs) == bodies[::2]
        ours.sendall(b"".join(map(handshake.frame, bodies[::2])))
        host = handshake.admit(theirs, CODE, about, scalar(0x22))
        assert sent(ours) == bodies[1::2]
    assert encode(heard) == bodies[1]
    assert (guest.ours, guest.theirs, guest.transcript) == (
        vectors["guest's key"],
        vectors["host's key"],
        vectors["transcript"],
    )
    for channel, keys, wish, side in ((guest, GUEST, "seat", "guest"), (host, HOST, "", "host")):
        who = channel.who(keys, wish)
        assert encode(who) == vectors[f"{side} who"]
        assert channel.seal(who) == vectors[f"{side} sealed 0"]
        assert channel.seal(["beat"]) == vectors[f"{side} sealed 1"]
    assert guest.check(host.who(HOST, "")) == (HOST.sign, HOST.box, "")
    assert host.check(guest.who(GUEST, "watch")) == (GUEST.sign, GUEST.box, "watch")
    with pytest.raises(Refused):
        guest.check(guest.who(GUEST, "seat"))
    lines = {"engine/a.py": b"A = 1\n", "game/b.toml": b"b = 2\r\n", "game/c.md": b"not counted\n"}
    assert handshake.rules_hash(lines) == vectors["rules hash"]
    assert handshake.frame(b"body") == vectors["frame"]


def hear(sock: socket.socket, channel: Channel, tag: str, most: int) -> list[Plain]:
    """Return the next message with this tag."""
    while True:
        message = channel.open(handshake.receive(sock, most))
        assert isinstance(message, list)
        if message[0] == tag:
            return message


def say(sock: socket.socket, channel: Channel, message: Plain) -> None:
    sock.sendall(handshake.frame(channel.seal(message)))


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.mark.network
def test_the_second_guest_joins_the_real_host_with_the_right_code_alone(tmp_path: Path, port: int) -> None:
    words = ("host", "campus-galli", "--mode", "versus", "--here", "1=Anna", "--port", str(port))
    with Terminal(*words, home=tmp_path / "anna") as host:
        code = code_of(host)
        wrong = "abbey-acorn-417" if code != "abbey-acorn-417" else "abbey-acorn-418"
        with (
            socket.create_connection(("127.0.0.1", port), WAIT) as sock,
            pytest.raises(Refused, match="no: code 0"),
        ):
            handshake.join(sock, wrong)
        with socket.create_connection(("127.0.0.1", port), WAIT) as sock:
            channel, about = handshake.join(sock, code)
            assert isinstance(about, list)
            assert about[4:] == [games()[0], game_box(games()[0]).meta.rules_version, rules_hash()]
            say(sock, channel, channel.who(GUEST, "seat"))
            channel.check(hear(sock, channel, "who", FROM_HOST))
            say(sock, channel, ["have", b"", 0, b""])
            hear(sock, channel, "lobby", FROM_HOST)
            say(sock, channel, ["sit", 1, "Klara", "blue"])
            host.until(lambda screen: "Klara" in screen, "the name of the guest who sat down")
            say(sock, channel, ["beat"])
            say(sock, channel, ["bye", "left"])


@pytest.mark.network
@pytest.mark.parametrize("right", [True, False])
def test_the_real_guest_joins_the_second_host_with_the_right_code_alone(tmp_path: Path, right: bool) -> None:
    about = About("0.1.0", b"tabletwo", games()[0], game_box(games()[0]).meta.rules_version, rules_hash())
    with socket.create_server(("127.0.0.1", 0)) as server:
        at = f"127.0.0.1:{server.getsockname()[1]}"
        server.settimeout(WAIT)
        with Terminal("join", at, "--code", CODE, "--name", "Bruno", home=tmp_path / "bruno") as guest:
            sock = server.accept()[0]
            with sock:
                sock.settimeout(WAIT)
                if not right:
                    with pytest.raises(Refused, match="a wrong code"):
                        handshake.admit(sock, "abbey-acorn-417", about)
                    guest.until(lambda screen: "not the code of this table" in screen, "that the code is wrong")
                    return
                channel = handshake.admit(sock, CODE, about)
                say(sock, channel, channel.who(HOST, ""))
                assert channel.check(hear(sock, channel, "who", FROM_GUEST))[2] == "seat"
                assert hear(sock, channel, "have", FROM_GUEST) == ["have", b"", 0, b""]
                say(sock, channel, ["bye", "closed"])
                guest.until(lambda screen: "closed" in screen, "that the table was closed")
