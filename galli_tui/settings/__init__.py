"""The player's settings: one TOML file with a schema."""
