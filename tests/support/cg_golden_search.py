"""Find seeds of matches to keep: `python -m tests.support.cg_golden_search 200 level-3-complete` tries 200.

A match kept for its end needs a seed that brings it about; one that is to come by much, the seed that misses least.
Without names all of them are looked for.
"""

from __future__ import annotations

import sys
from itertools import islice

from tests.support.cg_goldens import Golden, goldens, keeps, played
from tests.support.cg_reach import all_words, words


def missed(golden: Golden) -> frozenset[str]:
    """Return what the match does not contain of everything possible."""
    moments = played(golden)
    return all_words(golden.game).difference(*(words(golden.game, it.event, it.after) for it in moments))


def search(golden: Golden, tries: int) -> str:
    """Return the best seed found and its score."""
    candidates = (golden._replace(seed=seed) for seed in range(tries))
    if golden.chases:
        chased = golden.chases(golden.game)
        best = min(candidates, key=lambda it: (len(missed(it) & chased), it.seed))
        return f"seed {best.seed} misses {', '.join(sorted(missed(best) & chased)) or 'nothing'}"
    found = list(islice(filter(keeps, candidates), 1))
    return f"seed {found[0].seed}" if found else f"none of {tries} seeds"


def main() -> None:
    """Try a number of seeds for each named match."""
    tries, names = int(sys.argv[1]), sys.argv[2:]
    for golden in goldens():
        if (golden.chases or golden.ends) and (golden.name in names or not names):
            print(f"{golden.name}: {search(golden, tries)}", flush=True)


if __name__ == "__main__":
    main()
