/** How finished games ended, by seats and for the person, and the mean of their players' ratings. */
export const resultsAndRatings = {
  name: "results and ratings",
  sql: `
    ALTER TABLE games ADD COLUMN result text COLLATE "C" CHECK (result IN ('first', 'second', 'draw'));
    ALTER TABLE games ADD COLUMN own_result text COLLATE "C" CHECK (own_result IN ('won', 'lost', 'drawn'));
    ALTER TABLE games ADD COLUMN elo integer;

    -- Snapshots are texts, and what is damaged among them may be no JSON: they are read as texts here.
    WITH named AS (
      SELECT id, substring(snapshot FROM '"seats":\\[\\{"seat":"([^"\\\\]+)"') AS first FROM games
      WHERE status = 'finished' AND reason IS NOT NULL AND reason <> 'unfinished'
    )
    UPDATE games SET
      result = CASE WHEN winner IS NULL THEN 'draw' WHEN winner = first THEN 'first' ELSE 'second' END,
      own_result = CASE
        WHEN person = 0 OR (first_kind = 'human') = (second_kind = 'human') THEN NULL
        WHEN winner IS NULL THEN 'drawn'
        WHEN (winner = first) = (first_kind = 'human') THEN 'won'
        ELSE 'lost'
      END
    FROM named WHERE named.id = games.id AND (winner IS NULL OR first IS NOT NULL);
  `,
};
