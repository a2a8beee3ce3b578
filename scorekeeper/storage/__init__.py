"""The SQLite file: connection, migrations, and an event log that only grows."""
