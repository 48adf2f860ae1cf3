import { DatabaseSync } from "node:sqlite";
import { foldText } from "../../src/shared/text.ts";
import { openGames } from "./games-at.ts";

/** Games that are played, all at once; they share commits. What is beyond that is copied. */
const MOST_PLAYED = 500;
const firstNames = ["José", "Vera", "Magnus", "Hou", "Judit", "Raúl", "Nona", "Emanuel", "Łucja", "Ding"];
const lastNames = ["Capablanca", "Menchik", "Petrov", "Yifan", "Polgár", "Lasker", "Müller", "Carlsen", "Novák"];
const openings = [
  ["e4", "c5", "Nf3"],
  ["d4", "d5", "c4"],
  ["e4", "e5", "Nf3", "Nc6", "Bb5"],
  ["c4"],
  ["e4", "e6", "d4", "d5"],
] as const;

/** Finished games of chess with many names, openings and lengths; in every third a person plays. */
export async function storeGames(path: string, games: number): Promise<void> {
  const played = Math.min(games, MOST_PLAYED);
  const { games: liveGames, close } = openGames(path);
  const one = async (number: number) => {
    const player = (own: number, kind: "human" | "agent") =>
      ({ kind, name: nameOf(own), settings: {}, connection: null }) as const;
    const made = await liveGames.create(
      {
        kind: "chess",
        players: [player(number, number % 3 === 0 ? "human" : "agent"), player(number * 13 + 1, "agent")],
        options: {},
        clock: null,
        legalMoves: "shown",
        rematchOf: null,
      },
      { creator: { agent: "bench" } },
    );
    if (!made.ok) throw new Error(made.message);
    const { id } = made.value.state;
    for (const [ply, text] of (openings[number % openings.length] ?? []).entries())
      await liveGames.play(id, ply % 2 === 0 ? "white" : "black", { text });
    await liveGames.resign(id, number % 2 === 0 ? "white" : "black");
  };
  await Promise.all(Array.from({ length: played }, (_, index) => one(index)));
  await close();
  if (games > played) copyGames(path, games - played);
}

/** Of somebody who plays one game alone: neither other players nor copies come to that number. */
const ONCE = 11;
const nameOf = (number: number) =>
  number === ONCE
    ? "Adolf Anderssen"
    : `${firstNames[number % firstNames.length]} ${lastNames[(number * 7) % lastNames.length]} ${100 + (number % 97)}`;

/**
 * Keeps the games that are there again and again, as older ones with other names, in one transaction: what a hundred
 * thousand of them cost to be played is no figure of this section.
 */
function copyGames(path: string, copies: number): void {
  using db = new DatabaseSync(path);
  db.function("fold", { deterministic: true }, (text) => foldText(String(text)));
  db.function("name_of", { deterministic: true }, (number) => nameOf(Number(number)));
  const columns = db.prepare("SELECT name FROM pragma_table_info('games')").all();
  const changed: Readonly<Record<string, string>> = {
    id: "copies.id",
    ...Object.fromEntries(["created_at", "started_at", "finished_at"].map((at) => [at, `${at} - age`])),
    first_name: "copies.first",
    second_name: "copies.second",
    search: "fold(concat_ws(' ', copies.first, copies.second, opening))",
    snapshot:
      "json_set(snapshot, '$.id', copies.id, '$.seats[0].name', copies.first, '$.seats[1].name', copies.second)",
  };
  const names = columns.map(({ name }) => String(name));
  db.exec(`
    BEGIN;
    CREATE TEMP TABLE played AS SELECT id, row_number() OVER () - 1 AS number FROM games;
    CREATE TEMP TABLE copies AS
      WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${copies - 1})
      SELECT played.id AS of, CAST(1000000 + n AS TEXT) AS id, (n + 1) * 60000 AS age,
        name_of(n * 3 + 1) AS first, name_of(n * 17 + 2) AS second
      FROM numbers JOIN played ON played.number = n % ${MOST_PLAYED} ORDER BY n DESC;
    INSERT INTO games (${names.join(", ")})
      SELECT ${names.map((name) => changed[name] ?? `games.${name}`).join(", ")} FROM copies JOIN games ON games.id = of;
    INSERT INTO events (game_id, seq, at, body)
      SELECT copies.id, seq, at - age, body FROM copies JOIN events ON events.game_id = of;
    INSERT INTO game_paths SELECT copies.id, path FROM copies JOIN game_paths ON game_id = of;
    COMMIT;
  `);
}
