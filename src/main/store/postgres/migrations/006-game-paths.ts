/** The positions that finished games went through. Those of games that were over before are followed when somebody asks. */
export const gamePaths = {
  name: "game paths",
  sql: `
    CREATE TABLE game_paths (
      game_id text COLLATE "C" PRIMARY KEY REFERENCES games (id),
      path    text COLLATE "C" NOT NULL
    );
  `,
};
