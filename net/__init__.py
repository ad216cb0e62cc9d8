"""Network play: finding and joining a table, the host, the guest, and the protocol between them."""

SENTINEL = "galli-tui:net"
"""Marks this package as galli-tui's; the entry point checks it before any other import."""
