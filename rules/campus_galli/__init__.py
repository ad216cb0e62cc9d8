"""Campus Galli: the players build the plan of a monastery in wood, then in stone. Entry point: `game.py`."""
