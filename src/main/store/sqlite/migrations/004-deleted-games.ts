/** A game that the person deleted stands in no list; it is kept, and can be taken back. */
export const deletedGames = {
  name: "deleted games",
  sql: "ALTER TABLE games ADD COLUMN deleted_at INTEGER;",
};
