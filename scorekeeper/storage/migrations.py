"""The tables, as a list of changes that is only ever added to."""

from __future__ import annotations

from contextlib import closing
from functools import cache

from sqlite_utils import Database, Migrations

from .faults import DatabaseCorruptError, DatabaseNewerError
from .soundness import unchecked

MIGRATIONS = "_sqlite_migrations"
"""The table in which a database says which of them it has seen."""

migrations = Migrations("scorekeeper")


@migrations()
def m001_matches_and_events(db: Database) -> None:
    columns = {"id": str, "edit_secret": str, "watch_secret": str, "created_at": str}
    matches = db.table("matches")
    matches.create(columns, pk="id", not_null=set(columns), strict=True)
    matches.create_index(["edit_secret"], unique=True)
    matches.create_index(["watch_secret"], unique=True)
    for statement in _EVENTS:
        db.execute(statement)


@migrations()
def m002_rulesets(db: Database) -> None:
    db.execute(_RULESETS)


@migrations()
def m003_undone_events(db: Database) -> None:
    db.execute("ALTER TABLE events ADD COLUMN undoes INTEGER CHECK (undoes > 0 AND undoes < seq)")


@migrations()
def m004_codes_and_renewals(db: Database) -> None:
    for statement in _DOOR:
        db.execute(statement)


@migrations()
def m005_jobs(db: Database) -> None:
    for statement in _JOBS:
        db.execute(statement)


# The triggers make the log append-only for every program that opens the file. REPLACE deletes
# rows without firing delete triggers unless recursive triggers are on, so inserts are guarded too.
_EVENTS = (
    """
    CREATE TABLE events (
        match_id TEXT NOT NULL REFERENCES matches (id),
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind <> ''),
        version INTEGER NOT NULL CHECK (version > 0),
        payload TEXT NOT NULL CHECK (json_valid(payload)),
        entry_id TEXT CHECK (entry_id <> ''),
        at TEXT NOT NULL,
        "by" TEXT NOT NULL,
        PRIMARY KEY (match_id, seq),
        UNIQUE (match_id, entry_id)
    ) STRICT
    """,
    "CREATE UNIQUE INDEX events_started ON events (entry_id) WHERE kind = 'match_started'",
    """
    CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END
    """,
    """
    CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END
    """,
    """
    CREATE TRIGGER events_follow_each_other BEFORE INSERT ON events
    WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM events WHERE match_id = NEW.match_id), 0)
    BEGIN SELECT RAISE(ABORT, 'the number of an event is the next one of its match'); END
    """,
    """
    CREATE TRIGGER events_are_entered_once BEFORE INSERT ON events
    WHEN EXISTS (SELECT 1 FROM events WHERE entry_id = NEW.entry_id AND match_id = NEW.match_id)
        OR NEW.kind = 'match_started' AND EXISTS (
            SELECT 1 FROM events WHERE kind = 'match_started' AND entry_id = NEW.entry_id
        )
    BEGIN SELECT RAISE(ABORT, 'an entry is recorded once'); END
    """,
)


_RULESETS = """
    CREATE TABLE rulesets (
        owner TEXT NOT NULL CHECK (owner <> ''),
        name TEXT NOT NULL CHECK (name <> ''),
        preset TEXT NOT NULL,
        overrides TEXT NOT NULL CHECK (json_valid(overrides)),
        at TEXT NOT NULL,
        PRIMARY KEY (owner, name)
    ) STRICT
"""


# Times that are compared are whole milliseconds. Codes and tries are forgotten; what was renewed is
# a note beside the log and stays.
_DOOR = (
    """
    CREATE TABLE codes (
        digest TEXT PRIMARY KEY NOT NULL CHECK (digest <> ''),
        match_id TEXT NOT NULL REFERENCES matches (id),
        may_edit INTEGER NOT NULL CHECK (may_edit IN (0, 1)),
        ends INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE code_tries (
        address TEXT NOT NULL CHECK (address <> ''),
        at INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX code_tries_at ON code_tries (at)",
    """
    CREATE TABLE renewals (
        match_id TEXT NOT NULL REFERENCES matches (id),
        after INTEGER NOT NULL CHECK (after >= 0),
        may_edit INTEGER NOT NULL CHECK (may_edit IN (0, 1)),
        retired TEXT NOT NULL UNIQUE CHECK (retired <> ''),
        entry_id TEXT UNIQUE CHECK (entry_id <> ''),
        at TEXT NOT NULL,
        "by" TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX renewals_of_match ON renewals (match_id)",
    """
    CREATE TRIGGER renewals_are_made_once BEFORE INSERT ON renewals
    WHEN EXISTS (
        SELECT 1 FROM renewals WHERE retired = NEW.retired OR entry_id = NEW.entry_id
    )
    BEGIN SELECT RAISE(ABORT, 'a link is renewed once'); END
    """,
    """
    CREATE TRIGGER renewals_are_not_changed BEFORE UPDATE ON renewals
    BEGIN SELECT RAISE(ABORT, 'a renewal is never changed'); END
    """,
    """
    CREATE TRIGGER renewals_are_not_deleted BEFORE DELETE ON renewals
    BEGIN SELECT RAISE(ABORT, 'a renewal is never deleted'); END
    """,
)


# Work that takes long. Nothing in it is a match: jobs are forgotten some time after their end.
_JOBS = (
    """
    CREATE TABLE jobs (
        id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
        kind TEXT NOT NULL CHECK (kind <> ''),
        spec TEXT NOT NULL CHECK (json_valid(spec)),
        owner TEXT NOT NULL CHECK (owner <> ''),
        topic TEXT UNIQUE CHECK (topic <> ''),
        match_id TEXT REFERENCES matches (id),
        state TEXT NOT NULL
            CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
        done INTEGER NOT NULL DEFAULT 0 CHECK (done >= 0),
        total INTEGER NOT NULL DEFAULT 0 CHECK (total >= 0),
        result TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(result)),
        tries INTEGER NOT NULL DEFAULT 0,
        made INTEGER NOT NULL,
        ended INTEGER CHECK ((ended IS NULL) = (state IN ('waiting', 'running')))
    ) STRICT
    """,
    "CREATE INDEX jobs_open ON jobs (state) WHERE state IN ('waiting', 'running')",
    "CREATE INDEX jobs_of_match ON jobs (match_id) WHERE match_id IS NOT NULL",
)


_COLUMNS = """
    SELECT tables.name, tables.strict, columns.name, columns.type
    FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.schema = 'main'
"""

Column = tuple[str, int, str, str]
"""The name of its table, whether that is strict, its own name and its type."""


def is_current(db: Database) -> bool:
    """Whether nothing is left to apply.

    Raises `DatabaseNewerError`, and `DatabaseCorruptError` for a database of another program or one
    of ours that is not as its migrations have left it.
    """
    tables = db.table_names()
    if tables and MIGRATIONS not in tables:
        raise DatabaseCorruptError("a database of another program")
    known = tuple(migration.name for migration in migrations._migrations)
    applied = tuple(migration.name for migration in migrations.applied(db))
    unknown = tuple(name for name in applied if name not in known)
    if unknown:
        raise DatabaseNewerError(unknown)
    made, to_be_made = _columns_after(applied), _columns_after(known)
    if applied != known[: len(applied)] or not made <= _columns_of(db):
        raise DatabaseCorruptError("not as its migrations have left it")
    if (_tables(to_be_made) - _tables(made)).intersection(tables):
        raise DatabaseCorruptError("a migration is not written down")
    return len(applied) == len(known)


@cache
def _columns_after(applied: tuple[str, ...]) -> frozenset[Column]:
    """What these migrations make of nothing."""
    with closing(Database(memory=True)) as db:
        for migration in migrations._migrations:
            if migration.name in applied:
                migration.fn(db)
        return _columns_of(db)


def _columns_of(db: Database) -> frozenset[Column]:
    return frozenset(db.execute(_COLUMNS).fetchall())


def _tables(columns: frozenset[Column]) -> frozenset[str]:
    return frozenset(column[0] for column in columns)


def migrate(db: Database) -> None:
    """Applies what is missing. The caller holds the write lock. Raises `DatabaseNewerError`."""
    if not is_current(db):
        with unchecked(db.conn):  # a torn entry would keep its table from getting a column
            migrations.apply(db)
