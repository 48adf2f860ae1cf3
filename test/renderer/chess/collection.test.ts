import { expect, test } from "vitest";
import { pgnCollection } from "../../../src/games/chess/page/collection.ts";
import { pgnToGame } from "../../../src/games/chess/pgn/pgn.ts";
import { gamesOf } from "../../games/chess/corpus/corpus.ts";

const cut = (text: string) => [...pgnCollection(text)].map(({ text: game, line }) => [game, line]);

test("a file is cut into its games, each with its line", () => {
  const [one, two] = [
    '[Event "a"]\n\n1. e4 {a "[Event" in it} e5 1-0',
    '[Event "b"]\n[Site "c"]\n\n1. d4 (1. c4 *) d5',
  ];
  expect(cut(`\ufeff\r\n${one}\r\n\r\n\r\n${two}\n\n[Event "c"] *\n; done\n`)).toEqual([
    [one, 2],
    [two, 7],
    ['[Event "c"] *\n; done', 12],
  ]);
  expect(cut("1. e4 e5 1-0 1. d4 1/2-1/2\n\n1. c4")).toEqual([
    ["1. e4 e5 1-0", 1],
    ["1. d4 1/2-1/2", 1],
    ["1. c4", 3],
  ]);
  expect(cut("1. e4 ½-½\n1. d4 1/2\n1. c4 *").map(([game]) => game)).toEqual(["1. e4 ½-½", "1. d4 1/2", "1. c4 *"]);
  expect(cut(" \n{nothing}\n")).toEqual([]);
});

test.each([
  [
    "by their numbers",
    "1. e4 e5 2. Nf3\n\n1. d4 d5 2. c4\n\n1. c4 e5",
    ["1. e4 e5 2. Nf3", "1. d4 d5 2. c4", "1. c4 e5"],
  ],
  ["of one move each", "1. e4\n\n1. d4\n\n1. c4", ["1. e4", "1. d4", "1. c4"]],
  ["on one line", "1. e4 e5 2. Nf3 1. d4 d5", ["1. e4 e5 2. Nf3", "1. d4 d5"]],
  ["whose moves are one game's", "1. e4 e5\n\n2. Nf3 {x} 2... Nc6 (2... d6) 3. Bb5", null],
  ["that begins with number 0", "0. Nf3 Nc6 1. d4 d5", null],
  ["with a number at each ply", "1. e4 {x} 1. e5 1. Nf3", null],
  ["by tags, of which one is odd", '1. e4\n\n[White Elo "1200"]\n1. d4', ["1. e4", '[White Elo "1200"]\n1. d4']],
  ["by tags without moves", '[Event "a"]\n[White "A"]\n\n[Event "b"]', ['[Event "a"]\n[White "A"]', '[Event "b"]']],
  ["by a result that touches a tag", '1. e4 1-0[Event "b"]\n1. d4*', ["1. e4 1-0", '[Event "b"]\n1. d4*']],
  [
    "by line ends of old",
    '[Event "a"]\r\r1. e4 ; rest\r% hidden\r1-0\r\r1. d4 *',
    ['[Event "a"]\r\r1. e4 ; rest\r% hidden\r1-0', "1. d4 *"],
  ],
  ["with words after a result", "1. e4 1-0 Black resigns\n\n1. d4", ["1. e4 1-0 Black resigns", "1. d4"]],
  [
    "with moves among such words",
    "1. e4 1-0 won after 42 moves by Nf3\n1. d4",
    ["1. e4 1-0 won after 42 moves by Nf3", "1. d4"],
  ],
] as const)("games are told apart %s", (_, text, games) => {
  expect(cut(text).map(([game]) => game)).toEqual(games ?? [text]);
});

test.each([
  ["comment", '[Event "a"]\n\n1. e4 {no end'],
  ["variation", '[Event "a"]\n\n1. e4 (1. d4'],
  ["bracket", '[Event "a"]\n\n1. e4\n[Event b]'],
])("a game with an open %s takes no other along", (_, broken) => {
  const whole = '[Event "b"]\n\n1. d4 *';
  const games = [...pgnCollection(`${whole}\n\n${broken}\n\n${whole}`)].map(({ text }) => text);
  expect(games).toEqual([whole, broken, whole]);
  expect(pgnToGame(broken).ok).toBe(false);
});

test.each([
  ["quotes that are not escaped", 'Misha "Magician" Tal'],
  ["a backslash at the end", "Tal\\"],
])("a tag with %s stays one, and its game whole", (_, name) => {
  const whole = `[Event "a"]\n[White "${name}"]\r\n[Black "Bob"]\n\n1. e4 *`;
  const games = [...pgnCollection(`${whole}\n\n${whole}`)].map(({ text }) => text);
  expect(games).toEqual([whole, whole]);
  const tags = { Event: "a", White: name, Black: "Bob" };
  expect(pgnToGame(whole)).toMatchObject({ ok: true, value: { tags, moves: [{ text: "e4" }] } });
  expect(pgnToGame(`[White "${name}"] [Black "Bob"]\n1. e4`)).toMatchObject({
    ok: true,
    value: { tags: { White: name } },
  });
});

test("every game of a real file is found again", () => {
  const games = gamesOf("engines").map(({ pgn }) => pgn.trim());
  expect([...pgnCollection(games.join("\n\n"))].map(({ text }) => text)).toEqual(games);
});

test.each([
  ['{[Event "x"] ( ', 1],
  ["{\n\n", 1],
  ["!?", 1],
  ["[a 'b ", 1],
  ['[a "', 1],
] as const)("a long file of “%s” alone takes no longer than its length asks for", (piece, most) => {
  /** Milliseconds of the processor, and not of the clock: other programs may have it meanwhile. */
  const took = (pieces: number, times: number): number => {
    const began = process.threadCpuUsage();
    for (let time = 0; time < times; time += 1)
      expect([...pgnCollection(piece.repeat(pieces))].length).toBeLessThanOrEqual(most);
    const { user, system } = process.threadCpuUsage();
    return (user + system - began.user - began.system) / 1_000;
  };
  const least = (pieces: number, times: number) => Math.min(...[1, 2, 3].map(() => took(pieces, times)));
  took(10_000, 1);
  // As much in all; what looked at everything again for each line would take sixteen times as long for the long one.
  expect(least(160_000, 1)).toBeLessThan(6 * Math.max(least(10_000, 16), 10));
});
