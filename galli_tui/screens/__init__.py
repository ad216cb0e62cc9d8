"""The screens that belong to no single game. Each is imported when it is first shown."""
