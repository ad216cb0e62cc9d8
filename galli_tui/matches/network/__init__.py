"""Tables over the network: hosted, joined and watched."""
