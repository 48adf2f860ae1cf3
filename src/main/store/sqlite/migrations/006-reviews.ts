/** What an engine found of a game, as JSON, so that a league can add up what its games know without reading them all. */
export const reviews = {
  name: "reviews",
  sql: `
    ALTER TABLE games ADD COLUMN review TEXT;

    UPDATE games SET review = nullif(snapshot -> '$.review', 'null') WHERE json_valid(snapshot);

    -- Holds all that a league asks for.
    CREATE INDEX games_reviewed ON games (league_id, id, review) WHERE review IS NOT NULL AND league_id IS NOT NULL;
  `,
};
