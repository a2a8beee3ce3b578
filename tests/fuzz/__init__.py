"""Hostile input for everything that reads: mutated seeds, guided by the code that they reach."""
