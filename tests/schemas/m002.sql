-- A database as the program left it when m002 was its last change; dumped, never to be edited.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorekeeper','m001_matches_and_events','2026-11-30 07:41:15.733106+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'scorekeeper','m002_rulesets','2026-11-30 07:41:15.733475+00:00');
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
    ;
INSERT INTO "events" VALUES('9gsqcbt4sa',1,'match_started',1,'{"ruleset":"classic","overrides":{},"sides":[{"name":"Gatos","players":["Ana","Caio"]},{"name":"On\u00e7as","players":["Bia","Davi"]}],"dealer":3}','start-a','2026-11-28T20:00:00+00:00','phone-a Ana');
INSERT INTO "events" VALUES('9gsqcbt4sa',2,'hand_recorded',1,'{"tally":{"sides":[{"name":"Side 1","melds":["KS KH KD KC KS KH KD","4S 4H 4D JK"],"red_threes":1,"red_threes_late":0,"hand":"","morto":"taken","morto_cards":null,"went_out":true,"concealed":false},{"name":"Side 2","melds":["5S 5H 5D"],"red_threes":0,"red_threes_late":0,"hand":"9D QC","morto":"taken","morto_cards":null,"went_out":false,"concealed":false}]}}','h1','2026-11-28T20:01:00+00:00','phone-a Ana');
INSERT INTO "events" VALUES('9gsqcbt4sa',3,'hand_recorded',1,'{"totals":[780,-375]}','h2','2026-11-28T20:02:00+00:00','phone-b');
INSERT INTO "events" VALUES('9gsqcbt4sa',4,'hand_corrected',1,'{"hand":3,"totals":[790,-375]}','h3','2026-11-28T20:03:00+00:00','phone-b');
INSERT INTO "events" VALUES('9gsqcbt4sa',5,'hand_recorded',1,'{"totals":[5,10]}','h4','2026-11-28T20:04:00+00:00','phone-a Ana');
INSERT INTO "events" VALUES('9gsqcbt4sa',6,'hand_deleted',1,'{"hand":5}','h5','2026-11-28T20:05:00+00:00','phone-a Ana');
INSERT INTO "events" VALUES('2vnvkzky7h',1,'match_started',1,'{"ruleset":"three_player","overrides":{},"sides":[{"name":"A","players":["Ana"]},{"name":"Bia","players":["Bia"]},{"name":"C","players":["Caio"]}],"dealer":1}','start-c','2026-11-28T20:06:00+00:00','');
INSERT INTO "events" VALUES('2vnvkzky7h',2,'hand_recorded',1,'{"totals":[100,200,-50]}','c1','2026-11-28T20:07:00+00:00','');
INSERT INTO "events" VALUES('9gsqcbt4sa',7,'points_adjusted',1,'{"points":[0,-100],"reason":"Falta"}','adj','2026-11-28T20:08:00+00:00','phone-a Ana');
INSERT INTO "events" VALUES('t8j2updunq',1,'match_started',1,'{"ruleset":"classic","overrides":{},"sides":[{"name":"Gatos","players":["Ana","Caio"]},{"name":"On\u00e7as","players":["Bia","Davi"]}],"dealer":3}','start-d','2026-11-28T20:09:00+00:00','');
INSERT INTO "events" VALUES('t8j2updunq',2,'hand_recorded',1,'{"totals":[1000,20]}','d1','2026-11-28T20:10:00+00:00','');
INSERT INTO "events" VALUES('t8j2updunq',3,'match_stopped',1,'{}','d2','2026-11-28T20:11:00+00:00','');
INSERT INTO "events" VALUES('3su4zhgksy',1,'match_started',1,'{"ruleset":"classic","overrides":{},"sides":[{"name":"Gatos","players":["Ana","Caio"]},{"name":"On\u00e7as","players":["Bia","Davi"]}],"dealer":3}','start-e','2026-11-28T20:12:00+00:00','');
INSERT INTO "events" VALUES('3su4zhgksy',2,'match_annulled',1,'{"consents":[true,true]}','e1','2026-11-28T20:13:00+00:00','');
INSERT INTO "events" VALUES('3su4zhgksy',3,'match_resumed',1,'{}','e2','2026-11-28T20:14:00+00:00','');
CREATE TABLE "matches" (
   "id" TEXT PRIMARY KEY NOT NULL,
   "edit_secret" TEXT NOT NULL,
   "watch_secret" TEXT NOT NULL,
   "created_at" TEXT NOT NULL
) STRICT;
INSERT INTO "matches" VALUES('9gsqcbt4sa','token-02-m002xxxxxxxxxxx','token-03-m002xxxxxxxxxxx','2026-11-28T20:00:00+00:00');
INSERT INTO "matches" VALUES('2vnvkzky7h','token-05-m002xxxxxxxxxxx','token-06-m002xxxxxxxxxxx','2026-11-28T20:06:00+00:00');
INSERT INTO "matches" VALUES('t8j2updunq','token-08-m002xxxxxxxxxxx','token-09-m002xxxxxxxxxxx','2026-11-28T20:09:00+00:00');
INSERT INTO "matches" VALUES('3su4zhgksy','token-11-m002xxxxxxxxxxx','token-12-m002xxxxxxxxxxx','2026-11-28T20:12:00+00:00');
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
COMMIT;
