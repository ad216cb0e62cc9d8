"""Campus Galli on the screen: the plan's picture, its table and its texts. `face.py` is the way in."""
