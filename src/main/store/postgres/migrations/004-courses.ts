/** What tells games that repeat each other, so that they count once for ratings. Of games that were over before it is not known. */
export const courses = {
  name: "courses",
  sql: `ALTER TABLE games ADD COLUMN course text COLLATE "C";`,
};
