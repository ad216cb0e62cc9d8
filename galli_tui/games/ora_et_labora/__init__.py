"""The screen of Ora et Labora: land, wheel and display, and the texts."""
