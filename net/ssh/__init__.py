"""The SSH entrance: friends play with nothing but ssh."""
