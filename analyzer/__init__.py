"""bidodds: the odds of making a bid in bidding card games."""

__version__ = "0.1.0"
