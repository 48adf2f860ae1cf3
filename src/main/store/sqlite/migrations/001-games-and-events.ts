/** Games as they stand, and the log of everything that happened at them. */
export const gamesAndEvents = {
  name: "games and events",
  sql: `
    CREATE TABLE games (
      id         TEXT    PRIMARY KEY,
      kind       TEXT    NOT NULL,
      status     TEXT    NOT NULL CHECK (status IN ('open', 'live', 'finished')),
      created_at INTEGER NOT NULL,
      snapshot   TEXT    NOT NULL
    ) STRICT;
    CREATE INDEX games_by_status ON games (status, created_at DESC, id DESC);
    CREATE INDEX games_by_age ON games (created_at DESC, id DESC);

    CREATE TABLE events (
      id      INTEGER PRIMARY KEY AUTOINCREMENT,
      game_id TEXT    NOT NULL REFERENCES games (id),
      at      INTEGER NOT NULL,
      body    TEXT    NOT NULL
    ) STRICT;
    CREATE INDEX events_by_game ON events (game_id, id);

    -- When a host last said that it was alive; tells how long it was down.
    CREATE TABLE heartbeat (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      at   INTEGER NOT NULL
    ) STRICT;
  `,
};
