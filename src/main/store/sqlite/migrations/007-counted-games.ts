/**
 * How many games there are of each sort: kept with every game that changes its sort, since to count a hundred thousand
 * takes longer than to tell of those that a page shows.
 */
export const countedGames = {
  name: "counted games",
  sql: `
    CREATE TABLE game_counts (
      status TEXT    NOT NULL,
      kind   TEXT    NOT NULL,
      person INTEGER NOT NULL,
      -- Without those that were deleted.
      games  INTEGER NOT NULL,
      PRIMARY KEY (status, kind, person)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO game_counts
    SELECT status, kind, person, count(*) FROM games WHERE deleted_at IS NULL GROUP BY status, kind, person;

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
