"""Hands and matches played by bots, many at a time: what `simulate` and `odds` answer."""
