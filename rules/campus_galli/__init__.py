"""Campus Galli: the plan of a monastery becomes wood, then stone. `game.py` is the way in."""
