"""Each thing that can go wrong between programs has one sentence, with a way on."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterator
from enum import Enum

import pytest

from net.error_text import (
    HOST_LOST,
    NetworkFailure,
    handshake_text,
    network_failure,
    network_text,
    notice_text,
    reason_text,
)
from net.wire.handshake_error import HandshakeError, HandshakeFailure
from net.wire.messages import Reason

PLACE = "192.168.1.20:7341"


def sentences() -> Iterator[tuple[Enum, str]]:
    """All of them."""
    for reason in Reason:
        yield reason, reason_text(reason)
        yield reason, notice_text(reason, "Bruno")
    for kind in HandshakeFailure:
        yield kind, handshake_text(HandshakeError(kind, game="candles", ours="0.2.0", theirs="0.3.1", seconds=16))
        yield kind, handshake_text(HandshakeError(kind))
    for trouble in NetworkFailure:
        yield trouble, network_text(trouble, PLACE)
        yield trouble, network_text(trouble)
    yield NetworkFailure.OTHER, HOST_LOST


@pytest.mark.parametrize(("what", "sentence"), list(sentences()))
def test_each_is_a_whole_sentence(what: Enum, sentence: str) -> None:
    assert sentence.isprintable()
    assert sentence.endswith((".", "?"))
    assert sentence[0].isupper()
    assert "{" not in sentence
    assert "  " not in sentence
    assert 30 < len(sentence) < 240


def test_a_client_that_comes_over_ssh_is_told_of_no_option_to_type() -> None:
    assert [
        reason for reason in Reason if "`--" in reason_text(reason) or "`galli-tui join" in reason_text(reason)
    ] == []


def test_no_two_kinds_share_a_sentence() -> None:
    by_text: dict[str, set[Enum]] = {}
    for what, sentence in sentences():
        by_text.setdefault(sentence, set()).add(what)
    assert [kinds for kinds in by_text.values() if len(kinds) > 1] == []


@pytest.mark.parametrize(
    "kind",
    [HandshakeFailure.OLDER, HandshakeFailure.NEWER, HandshakeFailure.OTHER_RULES, HandshakeFailure.UNKNOWN_GAME],
)
def test_where_versions_differ_both_are_named(kind: HandshakeFailure) -> None:
    sentence = handshake_text(HandshakeError(kind, game="candles", ours="0.2.0", theirs="0.3.1"))
    assert "0.2.0" in sentence
    assert "0.3.1" in sentence


def test_rules_that_differ_under_one_version_are_those_of_another_build() -> None:
    error = HandshakeError(HandshakeFailure.OTHER_RULES, game="candles", ours="0.2.0", theirs="0.2.0")
    assert "different builds" in handshake_text(error)


def test_a_client_that_must_wait_is_told_how_long() -> None:
    assert "in 16 seconds." in handshake_text(HandshakeError(HandshakeFailure.WAIT, seconds=16))
    assert "in 1 second." in handshake_text(HandshakeError(HandshakeFailure.WAIT, seconds=1))


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), NetworkFailure.REFUSED),
        (OSError(errno.EHOSTUNREACH, "no route"), NetworkFailure.UNREACHABLE),
        (OSError(errno.ENETUNREACH, "no network there"), NetworkFailure.UNREACHABLE),
        (TimeoutError(), NetworkFailure.TIMED_OUT),
        (OSError(errno.ETIMEDOUT, "timed out"), NetworkFailure.TIMED_OUT),
        (socket.gaierror(socket.EAI_NONAME, "unknown"), NetworkFailure.UNKNOWN_NAME),
        (ConnectionResetError(errno.ECONNRESET, "reset"), NetworkFailure.BROKEN),
        (PermissionError(errno.EACCES, "denied"), NetworkFailure.FORBIDDEN),
        (OSError(errno.EADDRNOTAVAIL, "not here"), NetworkFailure.UNREACHABLE),
        (OSError(errno.EAFNOSUPPORT, "no such family"), NetworkFailure.NO_NETWORK),
        (OSError(errno.ENODEV, "no such device"), NetworkFailure.NO_MULTICAST),
        (OSError(errno.EMFILE, "too many"), NetworkFailure.TOO_MANY_OPEN),
        (
            OSError("Multiple exceptions: [Errno 111] Connect call failed ('::1', 1), [Errno 111] ..."),
            NetworkFailure.REFUSED,
        ),
        (OSError("something else"), NetworkFailure.OTHER),
        (OSError(errno.EIO, "something else"), NetworkFailure.OTHER),
    ],
)
def test_system_errors_map_to_few_kinds(error: OSError, trouble: NetworkFailure) -> None:
    assert network_failure(error) is trouble


@pytest.mark.network
def test_a_port_where_nobody_listens_refuses() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        with pytest.raises(OSError, match=os.strerror(errno.ECONNREFUSED)) as caught:
            socket.create_connection(unused.getsockname(), 5)
    assert network_failure(caught.value) is NetworkFailure.REFUSED


def test_an_address_cannot_inject_control_sequences() -> None:
    sentence = network_text(NetworkFailure.REFUSED, "\x1b]0;owned\x07evil\u202e:1" + "x" * 500)
    assert sentence.isprintable()
    assert len(sentence) < 300
