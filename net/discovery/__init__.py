"""Finding tables: mDNS, multicast sockets, addresses and the routes to a table."""
