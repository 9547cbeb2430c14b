"""What to call now: every legal call of a position, followed to the end of the hand and of the match."""
