/**
 * A game gets a version (the number of its events) and its snapshot a form; what games are asked for by becomes columns;
 * an event gets its number in its game. A snapshot that is no JSON is kept as it is, and its columns stay empty.
 */
export const versionsAndColumns = {
  name: "versions and columns",
  sql: `
    ALTER TABLE games RENAME TO old_games;
    ALTER TABLE events RENAME TO old_events;

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
      winner        TEXT,
      reason        TEXT,
      first_kind    TEXT    NOT NULL,
      first_name    TEXT,
      second_kind   TEXT    NOT NULL,
      second_name   TEXT,
      snapshot_form INTEGER NOT NULL,
      snapshot      TEXT    NOT NULL
    ) STRICT;

    CREATE TABLE events (
      id      INTEGER PRIMARY KEY AUTOINCREMENT,
      game_id TEXT    NOT NULL REFERENCES games (id),
      seq     INTEGER NOT NULL,
      at      INTEGER NOT NULL,
      body    TEXT    NOT NULL,
      UNIQUE (game_id, seq)
    ) STRICT;

    INSERT INTO games
    WITH
      bodies AS (
        SELECT id, game_id, at, CASE WHEN json_valid(body) THEN body ELSE '{}' END AS body FROM old_events
      ),
      -- Open seats after each event: the players of a game that was created without a name, and who came and went.
      open_seats AS (
        SELECT game_id, at, sum(
          CASE body ->> '$.type'
            WHEN 'gameCreated' THEN (body -> '$.players[0].name' = 'null') + (body -> '$.players[1].name' = 'null')
            WHEN 'seatTaken' THEN -1
            WHEN 'seatFreed' THEN 1
            ELSE 0
          END
        ) OVER (PARTITION BY game_id ORDER BY id) AS seats FROM bodies
      ),
      starts AS (SELECT game_id, min(at) AS at FROM open_seats WHERE seats <= 0 GROUP BY game_id),
      endings AS (SELECT game_id, max(at) AS at FROM bodies WHERE body ->> '$.type' = 'gameOver' GROUP BY game_id),
      lengths AS (SELECT game_id, count(*) AS events FROM bodies GROUP BY game_id),
      snapshots AS (SELECT *, CASE WHEN json_valid(snapshot) THEN snapshot ELSE '{}' END AS data FROM old_games)
    SELECT
      id,
      kind,
      status,
      -- None was ever kept without an event; were there one, it could be played on all the same.
      coalesce(lengths.events, 1),
      created_at,
      coalesce(starts.at, CASE WHEN status <> 'open' THEN created_at END),
      endings.at,
      data ->> '$.outcome.winner',
      data ->> '$.outcome.reason',
      coalesce(data ->> '$.seats[0].kind', 'unknown'),
      data ->> '$.seats[0].name',
      coalesce(data ->> '$.seats[1].kind', 'unknown'),
      data ->> '$.seats[1].name',
      1,
      snapshot
    FROM snapshots
      LEFT JOIN lengths ON lengths.game_id = id
      LEFT JOIN starts ON starts.game_id = id
      LEFT JOIN endings ON endings.game_id = id;

    INSERT INTO events
    SELECT id, game_id, row_number() OVER (PARTITION BY game_id ORDER BY id), at, body FROM old_events ORDER BY id;

    -- An id is never given twice, not even that of an entry which is gone.
    DELETE FROM sqlite_sequence WHERE name = 'events';
    UPDATE sqlite_sequence SET name = 'events' WHERE name = 'old_events';

    DROP TABLE old_events;
    DROP TABLE old_games;
    CREATE INDEX games_by_status ON games (status, created_at DESC, id DESC);
    CREATE INDEX games_by_age ON games (created_at DESC, id DESC);
  `,
};
