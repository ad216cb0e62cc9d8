"""Each thing that can go wrong between programs has one sentence, with a way on."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterator
from enum import Enum

import pytest

from net.error_text import HOST_LOST, Network, handshake_sentence, network_sentence, noticed, told, trouble_of
from net.wire.handshake import HandshakeError, Trouble
from net.wire.messages import Reason

PLACE = "192.168.1.20:7341"


def sentences() -> Iterator[tuple[Enum, str]]:
    """All of them."""
    for reason in Reason:
        yield reason, told(reason)
        yield reason, noticed(reason, "Bruno")
    for kind in Trouble:
        yield kind, handshake_sentence(HandshakeError(kind, game="candles", ours="0.2.0", theirs="0.3.1", seconds=16))
        yield kind, handshake_sentence(HandshakeError(kind))
    for trouble in Network:
        yield trouble, network_sentence(trouble, PLACE)
        yield trouble, network_sentence(trouble)
    yield Network.OTHER, HOST_LOST


@pytest.mark.parametrize(("what", "sentence"), list(sentences()))
def test_each_is_a_whole_sentence(what: Enum, sentence: str) -> None:
    assert sentence.isprintable()
    assert sentence.endswith((".", "?"))
    assert sentence[0].isupper()
    assert "{" not in sentence
    assert "  " not in sentence
    assert 30 < len(sentence) < 240


def test_whoever_comes_over_ssh_is_told_of_no_option_to_type() -> None:
    assert [reason for reason in Reason if "`--" in told(reason) or "`galli-tui join" in told(reason)] == []


def test_no_two_kinds_share_a_sentence() -> None:
    by_text: dict[str, set[Enum]] = {}
    for what, sentence in sentences():
        by_text.setdefault(sentence, set()).add(what)
    assert [kinds for kinds in by_text.values() if len(kinds) > 1] == []


@pytest.mark.parametrize("kind", [Trouble.OLDER, Trouble.NEWER, Trouble.OTHER_RULES, Trouble.UNKNOWN_GAME])
def test_where_versions_differ_both_are_named(kind: Trouble) -> None:
    sentence = handshake_sentence(HandshakeError(kind, game="candles", ours="0.2.0", theirs="0.3.1"))
    assert "0.2.0" in sentence
    assert "0.3.1" in sentence


def test_rules_that_differ_under_one_version_were_changed() -> None:
    error = HandshakeError(Trouble.OTHER_RULES, game="candles", ours="0.2.0", theirs="0.2.0")
    assert "were changed" in handshake_sentence(error)


def test_who_must_wait_is_told_how_long() -> None:
    assert "in 16 seconds." in handshake_sentence(HandshakeError(Trouble.WAIT, seconds=16))
    assert "in 1 second." in handshake_sentence(HandshakeError(Trouble.WAIT, seconds=1))


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), Network.REFUSED),
        (OSError(errno.EHOSTUNREACH, "no route"), Network.UNREACHABLE),
        (OSError(errno.ENETUNREACH, "no network there"), Network.UNREACHABLE),
        (TimeoutError(), Network.TIMED_OUT),
        (OSError(errno.ETIMEDOUT, "timed out"), Network.TIMED_OUT),
        (socket.gaierror(socket.EAI_NONAME, "unknown"), Network.UNKNOWN_NAME),
        (ConnectionResetError(errno.ECONNRESET, "reset"), Network.BROKEN),
        (PermissionError(errno.EACCES, "denied"), Network.FORBIDDEN),
        (OSError(errno.EADDRNOTAVAIL, "not here"), Network.UNREACHABLE),
        (OSError(errno.EAFNOSUPPORT, "no such family"), Network.NO_NETWORK),
        (OSError(errno.ENODEV, "no such device"), Network.NO_MULTICAST),
        (OSError(errno.EMFILE, "too many"), Network.TOO_MANY_OPEN),
        (OSError("Multiple exceptions: [Errno 111] Connect call failed ('::1', 1), [Errno 111] ..."), Network.REFUSED),
        (OSError("something else"), Network.OTHER),
        (OSError(errno.EIO, "something else"), Network.OTHER),
    ],
)
def test_errors_of_the_system_come_down_to_few_troubles(error: OSError, trouble: Network) -> None:
    assert trouble_of(error) is trouble


@pytest.mark.network
def test_a_port_where_nobody_listens_refuses() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        with pytest.raises(OSError, match=os.strerror(errno.ECONNREFUSED)) as caught:
            socket.create_connection(unused.getsockname(), 5)
    assert trouble_of(caught.value) is Network.REFUSED


def test_a_place_that_would_steer_a_terminal_does_not() -> None:
    sentence = network_sentence(Network.REFUSED, "\x1b]0;owned\x07evil\u202e:1" + "x" * 500)
    assert sentence.isprintable()
    assert len(sentence) < 300
