-- A database as the program left it when m005 was its last change; dumped, never to be edited.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorekeeper','m001_matches_and_events','2026-11-30 07:41:18.385488+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'scorekeeper','m002_rulesets','2026-11-30 07:41:18.390109+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'scorekeeper','m003_undone_events','2026-11-30 07:41:18.390809+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'scorekeeper','m004_codes_and_renewals','2026-11-30 07:41:18.391687+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'scorekeeper','m005_jobs','2026-11-30 07:41:18.392254+00:00');
CREATE TABLE code_tries (
        address TEXT NOT NULL CHECK (address <> ''),
        at INTEGER NOT NULL
    ) STRICT
    ;
CREATE TABLE codes (
        digest TEXT PRIMARY KEY NOT NULL CHECK (digest <> ''),
        match_id TEXT NOT NULL REFERENCES matches (id),
        may_edit INTEGER NOT NULL CHECK (may_edit IN (0, 1)),
        ends INTEGER NOT NULL
    ) STRICT
    ;
INSERT INTO "codes" VALUES('9ccc701f586cf997667c0330a5d89d9557b38a0831c69456db196a8a4dbb5ecd','2pgk22qr83',1,1795898100000);
CREATE TABLE events (
        match_id TEXT NOT NULL REFERENCES matches (id),
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind <> ''),
        version INTEGER NOT NULL CHECK (version > 0),
        payload TEXT NOT NULL CHECK (json_valid(payload)),
        entry_id TEXT CHECK (entry_id <> ''),
        at TEXT NOT NULL,
        "by" TEXT NOT NULL, undoes INTEGER CHECK (undoes > 0 AND undoes < seq),
        PRIMARY KEY (match_id, seq),
        UNIQUE (match_id, entry_id)
    ) STRICT
    ;
INSERT INTO "events" VALUES('2pgk22qr83',1,'match_started',1,'{"ruleset":"classic","overrides":{},"sides":[{"name":"Gatos","players":["Ana","Caio"]},{"name":"On\u00e7as","players":["Bia","Davi"]}],"dealer":3}','start-a','2026-11-28T20:00:00+00:00','phone-a Ana',NULL);
INSERT INTO "events" VALUES('2pgk22qr83',2,'hand_recorded',1,'{"tally":{"sides":[{"name":"Side 1","melds":["KS KH KD KC KS KH KD","4S 4H 4D JK"],"red_threes":1,"red_threes_late":0,"hand":"","morto":"taken","morto_cards":null,"went_out":true,"concealed":false},{"name":"Side 2","melds":["5S 5H 5D"],"red_threes":0,"red_threes_late":0,"hand":"9D QC","morto":"taken","morto_cards":null,"went_out":false,"concealed":false}]}}','h1','2026-11-28T20:01:00+00:00','phone-a Ana',NULL);
INSERT INTO "events" VALUES('2pgk22qr83',3,'hand_recorded',1,'{"totals":[780,-375]}','h2','2026-11-28T20:02:00+00:00','phone-b',NULL);
INSERT INTO "events" VALUES('2pgk22qr83',4,'hand_corrected',1,'{"hand":3,"totals":[790,-375]}','h3','2026-11-28T20:03:00+00:00','phone-b',NULL);
INSERT INTO "events" VALUES('2pgk22qr83',5,'hand_recorded',1,'{"totals":[5,10]}','h4','2026-11-28T20:04:00+00:00','phone-a Ana',NULL);
INSERT INTO "events" VALUES('2pgk22qr83',6,'hand_deleted',1,'{"hand":5}','h5','2026-11-28T20:05:00+00:00','phone-a Ana',NULL);
INSERT INTO "events" VALUES('t2dr9qgmp9',1,'match_started',1,'{"ruleset":"three_player","overrides":{},"sides":[{"name":"A","players":["Ana"]},{"name":"Bia","players":["Bia"]},{"name":"C","players":["Caio"]}],"dealer":1}','start-c','2026-11-28T20:06:00+00:00','',NULL);
INSERT INTO "events" VALUES('t2dr9qgmp9',2,'hand_recorded',1,'{"totals":[100,200,-50]}','c1','2026-11-28T20:07:00+00:00','',NULL);
INSERT INTO "events" VALUES('2pgk22qr83',7,'points_adjusted',1,'{"points":[0,-100],"reason":"Falta"}','adj','2026-11-28T20:08:00+00:00','phone-a Ana',NULL);
INSERT INTO "events" VALUES('ke9wgdag5g',1,'match_started',1,'{"ruleset":"classic","overrides":{},"sides":[{"name":"Gatos","players":["Ana","Caio"]},{"name":"On\u00e7as","players":["Bia","Davi"]}],"dealer":3}','start-d','2026-11-28T20:09:00+00:00','',NULL);
INSERT INTO "events" VALUES('ke9wgdag5g',2,'hand_recorded',1,'{"totals":[1000,20]}','d1','2026-11-28T20:10:00+00:00','',NULL);
INSERT INTO "events" VALUES('ke9wgdag5g',3,'match_stopped',1,'{}','d2','2026-11-28T20:11:00+00:00','',NULL);
INSERT INTO "events" VALUES('uxjyn8d89r',1,'match_started',1,'{"ruleset":"classic","overrides":{},"sides":[{"name":"Gatos","players":["Ana","Caio"]},{"name":"On\u00e7as","players":["Bia","Davi"]}],"dealer":3}','start-e','2026-11-28T20:12:00+00:00','',NULL);
INSERT INTO "events" VALUES('uxjyn8d89r',2,'match_annulled',1,'{"consents":[true,true]}','e1','2026-11-28T20:13:00+00:00','',NULL);
INSERT INTO "events" VALUES('uxjyn8d89r',3,'match_resumed',1,'{}','e2','2026-11-28T20:14:00+00:00','',NULL);
INSERT INTO "events" VALUES('2pgk22qr83',8,'adjustment_deleted',1,'{"adjustment":7}','undo','2026-11-28T20:16:00+00:00','phone-a Ana',7);
INSERT INTO "events" VALUES('2pgk22qr83',9,'options_changed',1,'{"overrides":{"target":4000}}','opt','2026-11-28T20:17:00+00:00','',NULL);
INSERT INTO "events" VALUES('mbf5ww64qx',1,'match_started',1,'{"ruleset":"classic","overrides":{},"sides":[{"name":"F","players":[]},{"name":"G","players":[]}],"dealer":0}','start-f','2026-11-28T20:18:00+00:00','',NULL);
INSERT INTO "events" VALUES('mbf5ww64qx',2,'dealer_chosen',1,'{"dealer":2,"cut":[]}','deal','2026-11-28T20:19:00+00:00','',NULL);
INSERT INTO "events" VALUES('mbf5ww64qx',3,'misdealt',1,'{"passes":true}','mis','2026-11-28T20:20:00+00:00','',NULL);
INSERT INTO "events" VALUES('mbf5ww64qx',4,'players_changed',1,'{"sides":[{"name":"F","players":["Ana","Caio"]},{"name":"G","players":["Bia","Davi"]}],"bench":["Eva"],"next_out":0}','seat','2026-11-28T20:21:00+00:00','',NULL);
INSERT INTO "events" VALUES('mbf5ww64qx',5,'side_counted',1,'{"side":0,"totals":[40]}','half','2026-11-28T20:22:00+00:00','',NULL);
INSERT INTO "events" VALUES('mbf5ww64qx',6,'hand_recorded',1,'{"totals":[3200,10]}','f1','2026-11-28T20:23:00+00:00','',NULL);
INSERT INTO "events" VALUES('dqba5myx56',1,'match_started',2,'{"ruleset":"classic","overrides":{},"sides":[{"name":"G","players":["Bia","Davi"]},{"name":"F","players":["Ana","Caio"]}],"dealer":0,"follows":"mbf5ww64qx","swapped":true}',NULL,'2026-11-28T20:24:00+00:00','',NULL);
INSERT INTO "events" VALUES('dqba5myx56',2,'players_changed',1,'{"sides":[{"name":"G","players":["Bia","Davi"]},{"name":"F","players":["Ana","Caio"]}],"bench":["Eva"],"next_out":0}',NULL,'2026-11-28T20:24:00+00:00','',NULL);
INSERT INTO "events" VALUES('mbf5ww64qx',7,'rematch_started',1,'{"match":"dqba5myx56"}',NULL,'2026-11-28T20:24:00+00:00','',NULL);
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
    ;
INSERT INTO "jobs" VALUES('job-1','odds','{}','owner-1','odds:1','2pgk22qr83','waiting',0,0,'{}',0,1,NULL);
CREATE TABLE "matches" (
   "id" TEXT PRIMARY KEY NOT NULL,
   "edit_secret" TEXT NOT NULL,
   "watch_secret" TEXT NOT NULL,
   "created_at" TEXT NOT NULL
) STRICT;
INSERT INTO "matches" VALUES('2pgk22qr83','token-02-m005xxxxxxxxxxx','token-19-m005xxxxxxxxxxx','2026-11-28T20:00:00+00:00');
INSERT INTO "matches" VALUES('t2dr9qgmp9','token-05-m005xxxxxxxxxxx','token-06-m005xxxxxxxxxxx','2026-11-28T20:06:00+00:00');
INSERT INTO "matches" VALUES('ke9wgdag5g','token-08-m005xxxxxxxxxxx','token-09-m005xxxxxxxxxxx','2026-11-28T20:09:00+00:00');
INSERT INTO "matches" VALUES('uxjyn8d89r','token-11-m005xxxxxxxxxxx','token-12-m005xxxxxxxxxxx','2026-11-28T20:12:00+00:00');
INSERT INTO "matches" VALUES('mbf5ww64qx','token-14-m005xxxxxxxxxxx','token-15-m005xxxxxxxxxxx','2026-11-28T20:18:00+00:00');
INSERT INTO "matches" VALUES('dqba5myx56','token-17-m005xxxxxxxxxxx','token-18-m005xxxxxxxxxxx','2026-11-28T20:24:00+00:00');
CREATE TABLE renewals (
        match_id TEXT NOT NULL REFERENCES matches (id),
        after INTEGER NOT NULL CHECK (after >= 0),
        may_edit INTEGER NOT NULL CHECK (may_edit IN (0, 1)),
        retired TEXT NOT NULL UNIQUE CHECK (retired <> ''),
        entry_id TEXT UNIQUE CHECK (entry_id <> ''),
        at TEXT NOT NULL,
        "by" TEXT NOT NULL
    ) STRICT
    ;
INSERT INTO "renewals" VALUES('2pgk22qr83',9,0,'d3f19ea880425a87e96453dc3d87a9e23eaa2946f9fd5c7bedc90cb3d2f7b0e4','renew','2026-11-28T20:26:00+00:00','phone-a Ana');
CREATE TABLE rulesets (
        owner TEXT NOT NULL CHECK (owner <> ''),
        name TEXT NOT NULL CHECK (name <> ''),
        preset TEXT NOT NULL,
        overrides TEXT NOT NULL CHECK (json_valid(overrides)),
        at TEXT NOT NULL,
        PRIMARY KEY (owner, name)
    ) STRICT
;
INSERT INTO "rulesets" VALUES('owner-1','Casa','classic','{"target":4000}','2026-11-28T20:15:00+00:00');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE UNIQUE INDEX "idx_matches_edit_secret"
    ON "matches" ("edit_secret");
CREATE UNIQUE INDEX "idx_matches_watch_secret"
    ON "matches" ("watch_secret");
CREATE UNIQUE INDEX events_started ON events (entry_id) WHERE kind = 'match_started';
CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
CREATE TRIGGER events_follow_each_other BEFORE INSERT ON events
    WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM events WHERE match_id = NEW.match_id), 0)
    BEGIN SELECT RAISE(ABORT, 'the number of an event is the next one of its match'); END;
CREATE TRIGGER events_are_entered_once BEFORE INSERT ON events
    WHEN EXISTS (SELECT 1 FROM events WHERE entry_id = NEW.entry_id AND match_id = NEW.match_id)
        OR NEW.kind = 'match_started' AND EXISTS (
            SELECT 1 FROM events WHERE kind = 'match_started' AND entry_id = NEW.entry_id
        )
    BEGIN SELECT RAISE(ABORT, 'an entry is recorded once'); END;
CREATE INDEX code_tries_at ON code_tries (at);
CREATE INDEX renewals_of_match ON renewals (match_id);
CREATE TRIGGER renewals_are_made_once BEFORE INSERT ON renewals
    WHEN EXISTS (
        SELECT 1 FROM renewals WHERE retired = NEW.retired OR entry_id = NEW.entry_id
    )
    BEGIN SELECT RAISE(ABORT, 'a link is renewed once'); END;
CREATE TRIGGER renewals_are_not_changed BEFORE UPDATE ON renewals
    BEGIN SELECT RAISE(ABORT, 'a renewal is never changed'); END;
CREATE TRIGGER renewals_are_not_deleted BEFORE DELETE ON renewals
    BEGIN SELECT RAISE(ABORT, 'a renewal is never deleted'); END;
CREATE INDEX jobs_open ON jobs (state) WHERE state IN ('waiting', 'running');
CREATE INDEX jobs_of_match ON jobs (match_id) WHERE match_id IS NOT NULL;
COMMIT;
