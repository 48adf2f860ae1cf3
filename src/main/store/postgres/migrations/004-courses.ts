/** Adds the key by which games that repeat each other count once for ratings. Games that were over before have none. */
export const courses = {
  name: "courses",
  sql: `ALTER TABLE games ADD COLUMN course text COLLATE "C";`,
};
