"""Run the benchmarks that are named, or all, and print their ratios. Exits with 1 if one misses its bound."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from importlib import import_module

from benchmarks.pairing import Ratio

PARTS = (
    "rules_speed",
    "play_speed",
    "thinking_speed",
    "match_speed",
    "screen_speed",
    "screen_bytes",
    "command_speed",
    "network_speed",
    "ssh_speed",
)


def main() -> int:
    """Print the ratios; return whether all of them keep their bounds."""
    unknown = [name for name in sys.argv[1:] if name not in PARTS]
    if unknown:
        print(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores\n")
    held = True
    for name in sys.argv[1:] or PARTS:
        ratios: Callable[[], list[Ratio]] = import_module(f"benchmarks.{name}").ratios
        for ratio in ratios():
            print(ratio, flush=True)
            held &= ratio.held
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
