/**
 * How finished games ended, by seats and for the person, and the mean of the ratings that their files name, so that they
 * are looked for by it. Of a level of the computer no rating is known here.
 */
export const resultsAndRatings = {
  name: "results and ratings",
  sql: `
    ALTER TABLE games ADD COLUMN result TEXT CHECK (result IN ('first', 'second', 'draw'));
    ALTER TABLE games ADD COLUMN own_result TEXT CHECK (own_result IN ('won', 'lost', 'drawn'));
    ALTER TABLE games ADD COLUMN elo INTEGER;

    WITH
      records AS (SELECT id, CASE WHEN json_valid(snapshot) THEN snapshot ELSE '{}' END AS data FROM games),
      named AS (
        SELECT id, data ->> '$.seats[0].seat' AS first, data ->> '$.seats[1].seat' AS second,
          coalesce(json_type(data, '$.study'), 'null') <> 'null' AS study
        FROM records
      )
    UPDATE games SET result = CASE
      WHEN reason = 'unfinished' THEN NULL
      WHEN winner IS NULL THEN 'draw'
      WHEN winner = first THEN 'first'
      WHEN winner = second THEN 'second'
    END,
    own_result = CASE
      WHEN person = 0 OR study OR reason = 'unfinished' OR (first_kind = 'human') = (second_kind = 'human') THEN NULL
      WHEN winner IS NULL THEN 'drawn'
      WHEN winner = CASE WHEN first_kind = 'human' THEN first ELSE second END THEN 'won'
      WHEN winner IN (first, second) THEN 'lost'
    END
    FROM named WHERE named.id = games.id AND status = 'finished' AND reason IS NOT NULL;

    -- A file names the rating of a seat's player by the seat: WhiteElo.
    WITH
      records AS (SELECT id, CASE WHEN json_valid(snapshot) THEN snapshot ELSE '{}' END AS data FROM games),
      seats AS (
        SELECT id, data -> '$.imported' AS tags,
          data ->> '$.seats[0].seat' || 'elo' AS first, data ->> '$.seats[1].seat' || 'elo' AS second
        FROM records WHERE json_type(data, '$.imported') = 'object'
      ),
      tags AS (
        SELECT seats.id, CAST(tag.value AS INTEGER) AS elo FROM seats, json_each(tags) AS tag
        WHERE lower(tag.key) IN (first, second) AND tag.type = 'text'
          AND tag.value GLOB '[1-9]*' AND tag.value NOT GLOB '*[^0-9]*' AND length(tag.value) <= 4
      ),
      means AS (SELECT id, CAST(round(avg(elo)) AS INTEGER) AS elo FROM tags GROUP BY id)
    UPDATE games SET elo = means.elo FROM means WHERE means.id = games.id AND status = 'finished';

    DROP INDEX IF EXISTS games_history;
    -- Holds all that a search looks at, so that it reads no snapshots; games that go on are not in it.
    CREATE INDEX games_history ON games (
      finished_at DESC, id DESC, search, kind, plies, winner, reason, opening, person, league_id, result, own_result, elo
    ) WHERE status = 'finished' AND deleted_at IS NULL;
  `,
};
