import type { Schema } from "../schema.ts";

/** The tables of a database in a file, with their indexes. */
export const sqliteSchema: Schema = {
  first: 14,
  upgrades: [],
  make: `
    CREATE TABLE games (
      id            TEXT    PRIMARY KEY,
      kind          TEXT    NOT NULL,
      status        TEXT    NOT NULL CHECK (status IN ('open', 'live', 'finished')),
      -- How many events it has had.
      version       INTEGER NOT NULL CHECK (version > 0),
      created_at    INTEGER NOT NULL,
      -- When both seats were first taken.
      started_at    INTEGER,
      finished_at   INTEGER,
      -- A game that the person deleted stands in no list; it is kept, and can be taken back.
      deleted_at    INTEGER,
      winner        TEXT,
      reason        TEXT,
      result        TEXT CHECK (result IN ('first', 'second', 'draw')),
      own_result    TEXT CHECK (own_result IN ('won', 'lost', 'drawn')),
      -- As far as the game itself tells it; of a rated game the rating list does.
      elo           INTEGER,
      first_kind    TEXT    NOT NULL,
      first_name    TEXT,
      second_kind   TEXT    NOT NULL,
      second_name   TEXT,
      -- Whether a person plays in it here: 1 or 0.
      person        INTEGER NOT NULL DEFAULT 0,
      plies         INTEGER NOT NULL DEFAULT 0,
      opening       TEXT,
      -- Folded, since SQLite knows no accents: the players' names, and the opening.
      search        TEXT    NOT NULL DEFAULT '',
      -- What an engine found of it, as JSON, so that a league can add up what its games know without reading them all.
      review        TEXT,
      league_id     TEXT,
      first_rated   TEXT,
      second_rated  TEXT,
      -- By what games that repeat each other count once for ratings.
      course        TEXT,
      snapshot_form INTEGER NOT NULL,
      snapshot      TEXT    NOT NULL
    ) STRICT;
    CREATE INDEX games_by_status ON games (status, created_at DESC, id DESC);
    CREATE INDEX games_by_age ON games (created_at DESC, id DESC);
    -- The deleted games, in the order in which they are listed: without this, all games would be gone through for them.
    CREATE INDEX games_deleted ON games (created_at, id) WHERE deleted_at IS NOT NULL;
    CREATE INDEX games_by_league ON games (league_id, id) WHERE league_id IS NOT NULL;
    -- Holds all that games are added up by.
    CREATE INDEX games_rated ON games (kind, first_rated, second_rated, winner, reason, course)
      WHERE first_rated IS NOT NULL AND status = 'finished';
    -- Holds all that a search looks at, so that it reads no snapshots; games that go on are not in it.
    CREATE INDEX games_history ON games (
      finished_at DESC, id DESC, search, kind, plies, winner, reason, opening, person, league_id, result, own_result, elo,
      first_rated, second_rated
    ) WHERE status = 'finished' AND deleted_at IS NULL;
    -- Holds all that a league asks for.
    CREATE INDEX games_reviewed ON games (league_id, id, review) WHERE review IS NOT NULL AND league_id IS NOT NULL;

    -- The positions that finished games went through, beside the games and not in their rows: these are read again and
    -- again, and written whole.
    CREATE TABLE game_paths (
      game_id TEXT PRIMARY KEY REFERENCES games (id),
      path    TEXT NOT NULL
    ) STRICT;

    -- When a host last said that it was alive; tells how long it was down.
    CREATE TABLE heartbeat (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      at   INTEGER NOT NULL
    ) STRICT;

    -- Tasks of agents that were cancelled, until nobody may ask for them any more: all else of a task is in its id.
    CREATE TABLE cancelled_tasks (
      mark  TEXT    PRIMARY KEY,
      until INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE leagues (
      id            TEXT    PRIMARY KEY,
      name          TEXT    NOT NULL,
      kind          TEXT    NOT NULL,
      status        TEXT    NOT NULL CHECK (status IN ('open', 'live', 'finished')),
      -- How many events it has had.
      version       INTEGER NOT NULL CHECK (version > 0),
      created_at    INTEGER NOT NULL,
      finished_at   INTEGER,
      snapshot_form INTEGER NOT NULL,
      snapshot      TEXT    NOT NULL
    ) STRICT;
    CREATE INDEX leagues_by_status ON leagues (status, created_at DESC, id DESC);

    -- What a league has many of, so that a change writes what it changed and not all of them.
    CREATE TABLE league_parts (
      league_id TEXT    NOT NULL REFERENCES leagues (id),
      part      TEXT    NOT NULL,
      number    INTEGER NOT NULL,
      data      TEXT    NOT NULL,
      PRIMARY KEY (league_id, part, number)
    ) STRICT, WITHOUT ROWID;

    -- What happened in games and leagues, each entry of a game or of a league.
    CREATE TABLE events (
      id        INTEGER PRIMARY KEY AUTOINCREMENT,
      game_id   TEXT    REFERENCES games (id),
      league_id TEXT    REFERENCES leagues (id),
      seq       INTEGER NOT NULL,
      at        INTEGER NOT NULL,
      body      TEXT    NOT NULL,
      CHECK ((game_id IS NULL) <> (league_id IS NULL))
    ) STRICT;
    CREATE UNIQUE INDEX events_by_game ON events (game_id, seq) WHERE game_id IS NOT NULL;
    CREATE UNIQUE INDEX events_by_league ON events (league_id, seq) WHERE league_id IS NOT NULL;

    -- How many games there are of each sort, kept with every game that changes its sort: to count a hundred thousand takes
    -- longer than to tell of those that a page shows.
    CREATE TABLE game_counts (
      status TEXT    NOT NULL,
      kind   TEXT    NOT NULL,
      person INTEGER NOT NULL,
      -- Without those that were deleted.
      games  INTEGER NOT NULL,
      PRIMARY KEY (status, kind, person)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER count_new_game AFTER INSERT ON games WHEN new.deleted_at IS NULL BEGIN
      INSERT INTO game_counts VALUES (new.status, new.kind, new.person, 1)
      ON CONFLICT DO UPDATE SET games = games + 1;
    END;

    CREATE TRIGGER count_changed_game AFTER UPDATE OF status, kind, person, deleted_at ON games
    WHEN (old.status, old.kind, old.person, old.deleted_at IS NULL)
      IS NOT (new.status, new.kind, new.person, new.deleted_at IS NULL)
    BEGIN
      UPDATE game_counts SET games = games - 1
      WHERE old.deleted_at IS NULL AND status = old.status AND kind = old.kind AND person = old.person;
      INSERT INTO game_counts SELECT new.status, new.kind, new.person, 1 WHERE new.deleted_at IS NULL
      ON CONFLICT DO UPDATE SET games = games + 1;
    END;

    CREATE TRIGGER count_gone_game AFTER DELETE ON games WHEN old.deleted_at IS NULL BEGIN
      UPDATE game_counts SET games = games - 1
      WHERE status = old.status AND kind = old.kind AND person = old.person;
    END;
  `,
};
