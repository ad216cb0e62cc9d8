"""Addresses: what people type, in all its forms, and a sentence for what is none."""

from __future__ import annotations

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.discovery.address import Address, BadAddress, parse_address, parse_bind_address, reachability_rank


@pytest.mark.parametrize(
    ("typed", "host", "port"),
    [
        ("192.168.1.20", "192.168.1.20", 7341),
        (" 192.168.1.20:80 ", "192.168.1.20", 80),
        ("Anna-Laptop.local", "anna-laptop.local", 7341),
        ("anna_2:65535", "anna_2", 65535),
        ("localhost.", "localhost.", 7341),
        ("[::1]", "::1", 7341),
        ("[2001:DB8:0::7]:9000", "2001:db8::7", 9000),
        ("2001:db8::7", "2001:db8::7", 7341),
        ("fe80::1%eth0", "fe80::1%eth0", 7341),
        ("[fe80::1%en0]:81", "fe80::1%en0", 81),
    ],
)
def test_an_address_as_people_write_it(typed: str, host: str, port: int) -> None:
    assert parse_address(typed) == Address(host, port)


WRONG = """
:7341|host:|host:0|host:65536|host:٣|host:+80|1.2.3|256.1.1.1|1.2.3.4.5|-a|a-|a..b|a b|a/b|
[::1|[::1]80|[::1]:|
[1.2.3.4]:80|[]:80|::g|fe80::1%|fe80::1%a b|[fe80::1%\x1b]:80|\x1b[31m
""".replace("\n", "").split("|")


@pytest.mark.parametrize("typed", [*WRONG, "", "  ", "a" * 64, ".".join(["abc"] * 70), "x" * 10_000])
def test_an_invalid_address_is_refused_in_one_printable_sentence(typed: str) -> None:
    with pytest.raises(BadAddress) as caught:
        parse_address(typed)
    sentence = str(caught.value)
    assert sentence.isprintable()
    assert sentence.endswith(".")
    assert len(sentence) < 200


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("127.0.0.1", "127.0.0.1"),
        (" ::1 ", "::1"),
        ("0.0.0.0", "0.0.0.0"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
    ],
)
def test_an_address_to_listen_on(typed: str, address: str) -> None:
    assert parse_bind_address(typed) == address


def test_a_link_local_address_to_listen_on_names_its_interface() -> None:
    number, name = socket.if_nameindex()[0]
    assert parse_bind_address(f"FE80::7%{name}") == f"fe80::7%{name}"
    assert parse_bind_address(f"fe80::7%{number}") == f"fe80::7%{number}"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("255.255.255.255", "a broadcast address, which cannot be connected to"),
        ("127.255.255.255", "a broadcast address, which cannot be connected to"),
        ("224.0.0.1", "a multicast address, which cannot be connected to"),
        ("ff02::1%lo", "a multicast address, which cannot be connected to"),
        ("fe80::1", "add its network interface, as in fe80::1%eth0"),
        ("fe80::1%no-such", "the name of one of this computer's network interfaces"),
        ("fe80::1%" + "9" * 40, "the name of one of this computer's network interfaces"),
        ("fe80::1%a\0b", "the name of one of this computer's network interfaces"),
        ("::1%lo", "write ::1"),
        ("192.168.1.20%eth0", "write 192.168.1.20"),
        ("anna-laptop", "numeric addresses"),
        ("\x1b[31m", "numeric addresses"),
    ],
)
def test_an_address_that_no_table_can_be_joined_at_is_refused_with_what_to_type(typed: str, why: str) -> None:
    with pytest.raises(BadAddress) as caught:
        parse_bind_address(typed)
    assert why in str(caught.value)
    assert str(caught.value).isprintable()


@given(st.text(max_size=80))
def test_any_text_is_an_address_that_survives_retyping_or_refused(typed: str) -> None:
    try:
        found = parse_address(typed)
    except BadAddress:
        return
    assert parse_address(str(found)) == found


def test_the_most_likely_address_comes_first_and_the_loopback_last() -> None:
    inner = ["::1", "127.0.0.1", "fe80::2", "169.254.7.7", "172.17.0.1", "fd00::2", "2001:4860::2", "10.0.0.2"]
    assert sorted([*inner, "192.168.1.2"], key=reachability_rank) == [
        "192.168.1.2",
        "10.0.0.2",
        "2001:4860::2",
        "fd00::2",
        "172.17.0.1",
        "169.254.7.7",
        "fe80::2",
        "127.0.0.1",
        "::1",
    ]
