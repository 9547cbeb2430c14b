"""Duels of bidders: who gains by how he calls, the cards being played by the same player (docs/bidders.md)."""
