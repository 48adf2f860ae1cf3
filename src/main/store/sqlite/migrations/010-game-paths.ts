/**
 * The positions that finished games went through, beside the games and not in their rows: these are read again and again,
 * and written whole. Those of games that were over before are followed when somebody first asks for positions.
 */
export const gamePaths = {
  name: "game paths",
  sql: `
    CREATE TABLE game_paths (
      game_id TEXT PRIMARY KEY REFERENCES games (id),
      path    TEXT NOT NULL
    ) STRICT;
  `,
};
