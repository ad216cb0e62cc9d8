"""Speed as ratios, each figure beside a peer's in turn in the same run. `python -m benchmarks` prints them."""
