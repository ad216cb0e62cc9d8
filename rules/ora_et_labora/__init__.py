"""The rules of Ora et Labora."""
