"""How everything looks and is worded: colours, signs, words and the registry of actions."""
