"""What all games share: seats and viewers, events, secrecy, refusals, plain data, and the laws.

A game provides a state, its events and its rulebook, and implements `rules.engine.game.Game`.
"""
