/**
 * What finished games are looked for by. `fold` is the host's own: SQLite knows no accents. The openings of games that
 * were over before are not known.
 */
export const history = {
  name: "history",
  sql: `
    -- Whether a person plays in it here: 1 or 0.
    ALTER TABLE games ADD COLUMN person INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN plies INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN opening TEXT;
    -- Folded: the players' names, and the opening.
    ALTER TABLE games ADD COLUMN search TEXT NOT NULL DEFAULT '';

    WITH records AS (SELECT id, CASE WHEN json_valid(snapshot) THEN snapshot ELSE '{}' END AS data FROM games)
    UPDATE games SET
      search = fold(concat_ws(' ', first_name, second_name)),
      plies = CASE json_type(data, '$.ply') WHEN 'integer' THEN data ->> '$.ply' ELSE 0 END,
      person = 'human' IN (first_kind, second_kind)
        AND coalesce(reason, '') NOT IN ('recorded', 'unfinished')
        AND coalesce(json_type(data, '$.imported'), 'null') = 'null'
    FROM records WHERE records.id = games.id;

    -- Holds all that a search looks at, so that it reads no snapshots; games that go on are not in it.
    CREATE INDEX games_history ON games (
      finished_at DESC, id DESC, search, kind, plies, winner, reason, opening, person, league_id
    ) WHERE status = 'finished' AND deleted_at IS NULL;
  `,
};
