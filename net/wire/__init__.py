"""Bytes between two programs: frames, the handshake, the sealed channel and the messages in it."""
