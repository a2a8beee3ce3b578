"""The engine: what a player may do, hands that can be checked, hands that can be simulated."""
