import { openTables } from "./tables-at.ts";

/** How many games are played at once; they share commits. */
const AT_ONCE = 500;
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
  const { tables, close } = openTables(path);
  const name = (number: number) =>
    `${firstNames[number % firstNames.length]} ${lastNames[(number * 7) % lastNames.length]} ${number % 97}`;
  const one = async (number: number) => {
    const player = (own: number, kind: "human" | "agent") =>
      ({ kind, name: name(own), settings: {}, connection: null }) as const;
    const made = await tables.create(
      {
        kind: "chess",
        players: [player(number, number % 3 === 0 ? "human" : "agent"), player(number * 13 + 1, "agent")],
        ...{ options: {}, clock: null, legalMoves: "shown", rematchOf: null },
      },
      { maker: { agent: "bench" } },
    );
    if (!made.ok) throw new Error(made.message);
    const { id } = made.value.table;
    for (const [ply, text] of (openings[number % openings.length] ?? []).entries())
      await tables.play(id, ply % 2 === 0 ? "white" : "black", { text });
    await tables.resign(id, number % 2 === 0 ? "white" : "black");
  };
  for (let done = 0; done < games; done += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, games - done) }, (_, index) => one(done + index)));
  await close();
}
