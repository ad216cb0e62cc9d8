"""Becoming sure of each other: versions and rules first, then the code, and nothing else leads to a session."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.wire.frames import MAX_HANDSHAKE_BODY
from net.wire.handshake import GuestHandshake, HostHandshake
from net.wire.handshake_codec import WIRE_VERSION, encode_refusal
from net.wire.handshake_error import HandshakeError, HandshakeFailure
from net.wire.table_code import BadCode
from rules.engine.plain_data import Plain
from saves.format import canonical
from tests.support.net_pair import ABOUT, CODE, GUEST_VERSION, guest, host, shake
from tests.support.sample_match import fixed

PRIME = 2**255 - 19
BODIES = 6


def spelled(number: int) -> bytes:
    """A point of the curve, or none, by its 32 bytes."""
    return number.to_bytes(32, "little")


SMALL = [
    spelled(0),
    spelled(1),
    spelled(PRIME - 1),
    spelled(PRIME),
    spelled(PRIME + 1),
    spelled(1 << 255),
    spelled(1 | 1 << 255),
    spelled(PRIME + 1 | 1 << 255),
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
]
"""All spellings of the points of order 1 and 2, and some of order 4 and 8: with one of them, anyone knows the key."""


def refused(received: Callable[[bytes], list[bytes]], body: bytes) -> HandshakeError:
    """How a body is refused."""
    with pytest.raises(HandshakeError) as caught:
        received(body)
    return caught.value


def told_guest() -> GuestHandshake:
    """A guest that waits for the answer to its guess."""
    one = guest()
    one.start()
    one.receive(greeting_of_host())
    return one


def greeting_of_host() -> bytes:
    return host().receive(guest().start()[0])[0]


def greeted_host() -> HostHandshake:
    """A host that waits for a guess."""
    other = host()
    other.receive(guest().start()[0])
    return other


def hello(*items: Plain) -> bytes:
    return canonical.encode(list(items))


def test_with_the_same_code_both_have_the_same_session() -> None:
    ends = shake(guest(), host())
    assert ends.error is None
    assert ends.guest.session == ends.host.session
    found = ends.guest.session
    assert found is not None
    assert found.table == ABOUT
    assert found.guest_version == GUEST_VERSION
    assert len({found.guest_key, found.host_key, found.transcript}) == 3
    assert ends.host.attempted
    assert len(ends.said) == BODIES


def test_no_two_sessions_have_a_key_in_common() -> None:
    ones = [shake(guest(tag=f"g{number}"), host(tag=f"h{number}")).guest.session for number in range(3)]
    keys = [key for one in ones if one is not None for key in one[:3]]
    assert len(set(keys)) == 9


def test_a_wrong_code_costs_an_attempt_and_reveals_nothing_of_the_host() -> None:
    ends = shake(guest("heron-cellar-417"), host())
    assert ends.sessions == (None, None)
    assert ends.error is not None
    assert ends.error.kind is HandshakeFailure.WRONG_CODE
    assert ends.host.attempted
    assert len(ends.said) == 5, "the host never confirms what is wrong"
    assert refused(ends.guest.receive, ends.error.reply).kind is HandshakeFailure.WRONG_CODE


def test_a_host_that_does_not_know_the_code_has_one_guess_and_the_guest_finds_it_out() -> None:
    one, false_host = guest(), host("heron-cellar-417")
    one.start()
    [guess] = one.receive(greeting_of_host())
    false_host.receive(guest().start()[0])
    [answer] = false_host.receive(guess)
    one.receive(answer)
    forged = canonical.encode(["confirm", bytes(32)])
    assert refused(one.receive, forged).kind is HandshakeFailure.WRONG_CODE
    assert one.session is None


def test_the_code_may_be_typed_otherwise_and_must_be_one() -> None:
    assert shake(guest("Cellar Heron 417"), host()).error is None
    with pytest.raises(BadCode):
        guest("cellar-heron")
    with pytest.raises(BadCode):
        host("seller-heron-417")


@pytest.mark.parametrize(
    ("wire", "kind"), [(WIRE_VERSION + 1, HandshakeFailure.NEWER), (WIRE_VERSION + 7, HandshakeFailure.NEWER)]
)
def test_another_wire_version_is_said_with_both_versions_before_any_code_is_spent(
    wire: int, kind: HandshakeFailure
) -> None:
    other = host()
    error = refused(other.receive, hello("galli-tui", wire, "3.0.0", "whatever comes then"))
    assert (error.kind, error.ours, error.theirs) == (kind, ABOUT.version, "3.0.0")
    assert not other.attempted
    assert canonical.decode(error.reply) == canonical.decode(greeting_of_host()), "so that the guest can say it too"
    one = guest()
    one.start()
    error = refused(one.receive, hello("galli-tui", wire, "3.0.0", None))
    assert (error.kind, error.ours, error.theirs) == (kind, GUEST_VERSION, "3.0.0")


def test_an_older_wire_version_is_said_to_be_older(monkeypatch: pytest.MonkeyPatch) -> None:
    old = guest().start()[0]
    monkeypatch.setattr("net.wire.handshake_codec.WIRE_VERSION", WIRE_VERSION + 1)
    assert refused(host().receive, old).kind is HandshakeFailure.OLDER


@pytest.mark.parametrize(
    "kind", [HandshakeFailure.OTHER_RULES, HandshakeFailure.UNKNOWN_GAME, HandshakeFailure.NO_RULES]
)
def test_other_rules_are_said_with_both_versions_before_any_code_is_spent(kind: HandshakeFailure) -> None:
    asked: list[tuple[str, int, bytes]] = []

    def knows(game: str, rules_version: int, rules_hash: bytes) -> None:
        asked.append((game, rules_version, rules_hash))
        raise HandshakeError(kind)

    one = GuestHandshake(CODE, GUEST_VERSION, knows, fixed())
    ends = shake(one, host())
    assert asked == [(ABOUT.game, ABOUT.rules_version, ABOUT.rules_hash)]
    assert ends.error is not None
    assert (ends.error.kind, ends.error.game) == (kind, "candles")
    assert (ends.error.ours, ends.error.theirs) == (GUEST_VERSION, ABOUT.version)
    assert not ends.host.attempted


@pytest.mark.parametrize(
    "body",
    [
        b"GET / HTTP/1.1\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"",
        b"\x00" * 100,
        hello(),
        hello("galli-tui"),
        hello("galli-tui", 1),
        hello("galli-tui", "1", "0.1"),
        canonical.encode(["galli-tui", True, "0.1"]),
        hello("galli-tui", 0, "0.1"),
        hello("galli-tui", -1, "0.1"),
        hello("other", 1, "0.1"),
        hello("galli-tui", 1, "0.1\x1b[31m"),
        hello("galli-tui", 1, "0" * 33),
        hello("galli-tui", 1, "", bytes(8), "candles", 1, bytes(32)),
        hello("galli-tui", 1, "0.1", bytes(2000)),
    ],
)
def test_another_protocol_is_rejected(body: bytes) -> None:
    assert refused(host().receive, body).kind is HandshakeFailure.NOT_OURS
    one = guest()
    one.start()
    assert refused(one.receive, body).kind is HandshakeFailure.NOT_OURS


@pytest.mark.parametrize(
    "rest",
    [
        (),
        (bytes(7), "candles", 1, bytes(32)),
        (bytes(8), "Candles", 1, bytes(32)),
        (bytes(8), "c" * 33, 1, bytes(32)),
        (bytes(8), "candles", True, bytes(32)),
        (bytes(8), "candles", -1, bytes(32)),
        (bytes(8), "candles", 1, bytes(31)),
        (bytes(8), "candles", 1, bytes(32), None),
        ("candles",) * 4,
    ],
)
def test_an_invalid_table_is_refused(rest: tuple[Plain, ...]) -> None:
    one = guest()
    one.start()
    assert refused(one.receive, hello("galli-tui", WIRE_VERSION, "0.1", *rest)).kind is HandshakeFailure.MALFORMED
    assert one.table is None


def test_a_guest_that_says_more_than_it_should_is_refused() -> None:
    assert refused(host().receive, hello("galli-tui", WIRE_VERSION, "0.1", None)).kind is HandshakeFailure.MALFORMED


@pytest.mark.parametrize("point", SMALL, ids=bytes.hex)
def test_points_of_small_order_are_refused_on_both_sides(point: bytes) -> None:
    assert refused(greeted_host().receive, hello("code", b"A" + point)).kind is HandshakeFailure.MALFORMED
    assert refused(told_guest().receive, hello("code", b"B" + point)).kind is HandshakeFailure.MALFORMED


@pytest.mark.parametrize("size", [0, 1, 31, 32, 34, 64])
def test_points_of_another_length_are_refused_without_a_try(size: int) -> None:
    other = greeted_host()
    assert refused(other.receive, hello("code", (b"A" + bytes([9]) * 64)[:size])).kind is HandshakeFailure.MALFORMED
    assert not other.attempted


@given(st.binary(min_size=32, max_size=32))
def test_any_32_bytes_end_in_an_answer_or_a_handshake_error(point: bytes) -> None:
    other, one = greeted_host(), told_guest()
    ways: list[tuple[GuestHandshake | HostHandshake, bytes]] = [(other, b"A"), (one, b"B")]
    for end, side in ways:
        kind: HandshakeFailure | None = None
        answers: list[bytes] = []
        try:
            answers = end.receive(hello("code", side + point))
        except HandshakeError as error:
            kind = error.kind
        assert (kind is HandshakeFailure.MALFORMED) != (len(answers) == 1)
        assert end.session is None


def test_a_guest_that_hears_its_own_guess_is_not_taken_in() -> None:
    for side in (b"A", b"B"):
        one = guest()
        one.start()
        [guess] = one.receive(greeting_of_host())
        value = canonical.decode(guess)
        assert isinstance(value, list)
        assert isinstance(value[1], bytes)
        assert refused(one.receive, hello("code", side + value[1][1:])).kind is HandshakeFailure.MALFORMED


def test_a_guess_is_spent_even_if_the_guest_then_hangs_up() -> None:
    other = greeted_host()
    assert not other.attempted
    [guess] = guest_guess()
    other.receive(guess)
    assert other.attempted
    assert other.session is None


def guest_guess() -> list[bytes]:
    one = guest()
    one.start()
    return one.receive(greeting_of_host())


@pytest.mark.parametrize(
    "kind", [HandshakeFailure.WAIT, HandshakeFailure.CLOSED, HandshakeFailure.BUSY, HandshakeFailure.WRONG_CODE]
)
def test_a_host_may_refuse_at_any_point(kind: HandshakeFailure) -> None:
    first = guest()
    first.start()
    for one in (first, told_guest()):
        error = refused(one.receive, encode_refusal(kind, 16))
        assert (error.kind, error.seconds) == (kind, 16)


def test_an_unknown_refusal_reason_is_invalid() -> None:
    for body in (hello("no", "because", 0), hello("no", "wait", -1), hello("no", "wait", 10**9), hello("no", "wait")):
        assert refused(told_guest().receive, body).kind is HandshakeFailure.MALFORMED
    with pytest.raises(ValueError, match="not told"):
        encode_refusal(HandshakeFailure.OTHER_RULES)


def test_a_guest_cannot_refuse_a_host() -> None:
    first = host()
    assert refused(first.receive, encode_refusal(HandshakeFailure.WAIT, 16)).kind is HandshakeFailure.NOT_OURS
    assert refused(greeted_host().receive, encode_refusal(HandshakeFailure.WAIT, 16)).kind is HandshakeFailure.MALFORMED
    answered = greeted_host()
    answered.receive(guest_guess()[0])
    assert refused(answered.receive, encode_refusal(HandshakeFailure.WRONG_CODE)).kind is HandshakeFailure.MALFORMED


def test_nothing_is_taken_after_an_error_or_the_session() -> None:
    ends = shake(guest(), host())
    for end in (ends.guest, ends.host):
        kept = end.session
        for body in ends.said:
            assert refused(end.receive, body).kind is HandshakeFailure.MALFORMED
        assert end.session is kept
    other = host()
    refused(other.receive, b"rubbish")
    assert refused(other.receive, guest().start()[0]).kind is HandshakeFailure.MALFORMED


def test_bodies_stay_below_their_limit() -> None:
    assert max(map(len, shake(guest(), host()).said)) <= MAX_HANDSHAKE_BODY // 4


ORDER = tuple(shake(guest(), host()).said)


@given(st.integers(0, BODIES - 1), st.data())
def test_a_changed_body_leads_to_no_session_with_other_keys(at: int, data: st.DataObject) -> None:
    body = ORDER[at]
    place = data.draw(st.integers(0, len(body) - 1))
    flip = data.draw(st.integers(1, 255))
    changed = body[:place] + bytes([body[place] ^ flip]) + body[place + 1 :]
    ends = shake(guest(), host(), lambda number, sent: [changed if number == at else sent])
    assert ends.error is not None
    assert ends.guest.session is None, "the guest is told last"


@given(st.integers(0, BODIES - 1), st.data())
def test_a_body_cut_or_lengthened_leads_to_no_session(at: int, data: st.DataObject) -> None:
    body = ORDER[at]
    changed = data.draw(
        st.one_of(
            st.integers(0, len(body) - 1).map(lambda size: body[:size]),
            st.binary(min_size=1, max_size=40).map(lambda more: body + more),
        )
    )
    ends = shake(guest(), host(), lambda number, sent: [changed if number == at else sent])
    assert ends.error is not None
    assert ends.guest.session is None


@given(st.integers(0, BODIES - 1), st.lists(st.integers(0, BODIES - 1), max_size=3))
def test_bodies_repeated_reordered_or_left_out_lead_to_no_session(at: int, instead: list[int]) -> None:
    arriving: Sequence[bytes] = [ORDER[number] for number in instead]
    ends = shake(guest(), host(), lambda number, sent: arriving if number == at else [sent])
    if instead[:1] == [at]:
        assert ends.error is not None or ends.guest.session == ends.host.session
    else:
        assert ends.guest.session is None
    if None not in ends.sessions:
        assert ends.guest.session == ends.host.session


@given(st.integers(0, BODIES - 1))
def test_a_body_of_another_connection_leads_to_no_session(at: int) -> None:
    other = shake(guest(tag="another guest"), host(tag="another host")).said
    ends = shake(guest(), host(), lambda number, sent: [other[number] if number == at else sent])
    same = ORDER[at] == other[at]
    assert (ends.guest.session is None) != same
    assert (ends.error is None) == same


@given(st.lists(st.binary(max_size=MAX_HANDSHAKE_BODY), min_size=1, max_size=4))
def test_garbage_ends_in_a_handshake_error(bodies: list[bytes]) -> None:
    for end in (guest(), host(), told_guest(), greeted_host()):
        end.start()
        for body in bodies:
            refused(end.receive, body)
        assert end.session is None


WORDS = st.sampled_from(["galli-tui", "code", "confirm", "no", "wait", "candles", "0.2.0", "A", ""])
PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(1 << 63), (1 << 64) - 1)
    | WORDS
    | st.text(max_size=12)
    | st.sampled_from([b"", bytes(8), bytes(32), b"A" + bytes([9]) * 32, b"B" + bytes([9]) * 32]),
    lambda inner: st.lists(inner, max_size=7),
    max_leaves=10,
)


@given(st.lists(PLAIN, max_size=8), st.integers(0, 3))
def test_a_list_that_no_program_of_ours_would_say_ends_in_a_handshake_error(items: list[Plain], which: int) -> None:
    """Whatever stands in it; a greeting or a guess that happens to be one is answered."""
    end = [guest, host, told_guest, greeted_host][which]()
    answers: list[bytes] = []
    error: HandshakeError | None = None
    try:
        answers = end.receive(canonical.encode(items))
    except HandshakeError as found:
        error = found
    assert (error is None) == (len(answers) == 1)
    assert end.session is None
