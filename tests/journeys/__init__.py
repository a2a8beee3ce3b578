"""Journeys of whole evenings, in a real browser against the real server."""
