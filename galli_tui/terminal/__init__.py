"""The terminal: what it can do, what is typed, and what is drawn, in few bytes."""
