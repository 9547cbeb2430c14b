"""What the asker knows of the hidden cards: the language of `--know`, held against a game (docs/know.md)."""
