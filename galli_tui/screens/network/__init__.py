"""The screens before a network match: finding and joining tables, the lobby, chat."""
