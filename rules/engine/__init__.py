"""What all games share: seats and viewers, events, secrecy, refusals, plain data, and the laws.

A game brings a state, its events and its rulebook; `rules.engine.game.Game` says what it must answer.
"""
