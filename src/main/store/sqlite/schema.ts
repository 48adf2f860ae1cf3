import type { Schema } from "../schema.ts";
import { byPlayers, tablesIn } from "../tables.ts";

const tables = tablesIn({
  text: "TEXT",
  number: "INTEGER",
  numbering: "AUTOINCREMENT",
  end: "STRICT",
  endByKey: "STRICT, WITHOUT ROWID",
});

/** The tables of a database in a file, with their indexes. */
export const sqliteSchema: Schema = {
  first: 15,
  upgrades: ["ALTER TABLE leagues ADD COLUMN deleted_at INTEGER", byPlayers],
  make: `${tables}
    ${byPlayers};
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
    CREATE UNIQUE INDEX events_by_game ON events (game_id, seq) WHERE game_id IS NOT NULL;
    CREATE UNIQUE INDEX events_by_league ON events (league_id, seq) WHERE league_id IS NOT NULL;

    -- When a host last said that it was alive; tells how long it was down.
    CREATE TABLE heartbeat (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      at   INTEGER NOT NULL
    ) STRICT;

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
