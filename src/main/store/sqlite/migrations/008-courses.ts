/** Adds the key by which games that repeat each other count once for ratings. Games that were over before have none. */
export const courses = {
  name: "courses",
  sql: `
    ALTER TABLE games ADD COLUMN course TEXT;

    -- Holds all that games are added up by.
    DROP INDEX games_rated;
    CREATE INDEX games_rated ON games (kind, first_rated, second_rated, winner, reason, course)
      WHERE first_rated IS NOT NULL AND status = 'finished';
  `,
};
