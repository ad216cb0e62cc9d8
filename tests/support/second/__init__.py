"""A second implementation of the match file and the handshake, written from the documents in `docs/` alone."""
