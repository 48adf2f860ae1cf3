import { expect, test } from "vitest";
import { openWeb } from "./support.ts";

test("a game is kept with what was written of it, and written out again with it", async () => {
  await using web = await openWeb();
  const { person } = web;
  const pgn = `[Event "Club"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ann"]
[Black "Bob"]
[Result "*"]
[ECO "C20"]
[Opening "King's pawn game"]
[Termination "unterminated"]

{A start.} 1. e4 {[%eval 0.30] [%clk 0:05:00] best by test} (1. d4 $5 d5 (1...
Nf6)) 1... e5 $2 *
`;
  const made = await person.post("/api/import", { pgn });
  expect(made.status).toBe(201);
  const again = await person.get(`/api/games/${made.body.game_id}/pgn`);
  expect(again.body).toBe(pgn);
  const log = await person.get(`/api/games/${made.body.game_id}/log`);
  expect(log.body.entries.at(-1)).toEqual({ seq: 5, at: expect.any(Number), event: { type: "gameAnnotated" } });
});

test("what is wrong with a game of a file is told with the line of the file", async () => {
  await using web = await openWeb();
  const { person } = web;
  const refused = await person.post("/api/import", { pgn: "1. e4 e5\n2. <", line: 120 });
  expect(refused.body.error.message).toBe('Invalid PGN: "<" cannot stand in line 121.');
});
