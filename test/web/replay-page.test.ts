import { expect, test } from "vitest";
import { openWeb, tokens } from "./support.ts";

const human = { kind: "human" };

test("games of every kind can be kept as a page, once they are over", async () => {
  await using web = await openWeb();
  const { person } = web;
  const seedOf = async (id: string) => {
    const headers = { authorization: `Bearer ${tokens.personToken}` };
    const answer = await fetch(`${web.url}/api/games/${id}/html`, { headers });
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="kibitz-${id}.html"`);
    return JSON.parse(/id="kibitz-replay">(.*)<\/script>/.exec(await answer.text())?.[1] ?? "");
  };
  const played = async (game: string, seats: readonly [string, string], moves: readonly [string, string][]) => {
    const players = { [seats[0]]: human, [seats[1]]: human };
    const id = (await person.post("/api/games", { game, players, ...(game === "odd-even" ? { rounds: 1 } : {}) })).body
      .game_id;
    expect((await person.get(`/api/games/${id}/html`)).status).toBe(400);
    for (const [seat, move] of moves) await person.post(`/api/games/${id}/moves`, { seat, move });
    return seedOf(id);
  };

  const cells = ["a1", "b1", "a2", "b2", "a3"].map((cell, ply): [string, string] => [ply % 2 ? "O" : "X", cell]);
  const crosses = await played("tic-tac-toe", ["X", "O"], cells);
  expect(crosses.moves.map(({ number, text }: Record<string, string>) => [number, text])).toEqual(
    cells.map(([, cell]) => ["", cell]),
  );
  const numbers = await played(
    "odd-even",
    ["odd", "even"],
    [
      ["odd", "1"],
      ["even", "2"],
    ],
  );
  expect(numbers.moves.map(({ view }: Record<string, { past: unknown[] }>) => view?.past.length)).toEqual([0, 1]);

  const fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 40";
  const pgn = `[FEN "${fen}"]\n[White "</script>"]\n\n40... Kd7 {first} (40... Ke7) 41. e4 1-0`;
  const chess = await seedOf((await person.post("/api/import", { pgn })).body.game_id);
  expect(chess).toMatchObject({
    players: [{ name: "</script>" }, { name: "Black" }],
    result: "White wins",
    start: { fen },
    look: { board: "green", pieces: "kibitz" },
  });
  expect(chess.moves.map(({ after, number, text }: Record<string, unknown>) => [after, number, text])).toEqual([
    [-1, "40…", "Kd7"],
    [-1, "40…", "Ke7"],
    [0, "41.", "e4"],
  ]);
});
