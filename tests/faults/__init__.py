"""Faults on purpose: a server that is killed, full disks, other writers; see README.md."""
