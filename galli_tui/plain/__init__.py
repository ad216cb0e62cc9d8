"""A whole match as lines of text and typed commands."""
