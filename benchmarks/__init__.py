"""Benchmarks: each figure is the ratio to a peer measured in the same run. `python -m benchmarks` prints them."""
