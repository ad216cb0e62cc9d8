"""What this terminal and computer can do, in plain words, and what to change about it."""
