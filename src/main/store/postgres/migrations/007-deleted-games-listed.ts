/** The deleted games, in the order in which they are listed: without this, all games would be gone through for them. */
export const deletedGamesListed = {
  name: "deleted games listed",
  sql: "CREATE INDEX games_deleted ON games (created_at, id) WHERE deleted_at IS NOT NULL;",
};
