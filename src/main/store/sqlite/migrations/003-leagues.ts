/** Leagues beside the games; a game knows its league, and the entrants whose rating it counts for. */
export const leagues = {
  name: "leagues",
  sql: `
    ALTER TABLE games ADD COLUMN league_id TEXT;
    ALTER TABLE games ADD COLUMN first_rated TEXT;
    ALTER TABLE games ADD COLUMN second_rated TEXT;
    CREATE INDEX games_by_league ON games (league_id, id) WHERE league_id IS NOT NULL;
    CREATE INDEX games_rated ON games (kind, first_rated, second_rated, winner, reason)
      WHERE first_rated IS NOT NULL AND status = 'finished';

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

    CREATE TABLE league_events (
      league_id TEXT    NOT NULL REFERENCES leagues (id),
      seq       INTEGER NOT NULL,
      at        INTEGER NOT NULL,
      body      TEXT    NOT NULL,
      PRIMARY KEY (league_id, seq)
    ) STRICT, WITHOUT ROWID;
  `,
};
