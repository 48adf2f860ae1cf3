import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { definitionOf } from "../../src/games/register.ts";
import { amount } from "../support/full.ts";

/*
 * Random games are the same ones, ply for ply, as another program plays: OpenSpiel (Apache-2.0, commit 112b7770), asked
 * for games in which each move is the one numbered x modulo the number of legal moves, x being the next number of
 * D. Lehmer's generator (48271 modulo 2³¹ − 1, from 1 on). A line has each move with the number of legal ones, and the
 * first side's result; only the digest of all lines is stored.
 */
const games = amount(300, 10_000);
const traces = [
  {
    kind: "connect-four",
    written: (move: string, isFirst: boolean) => `${isFirst ? "x" : "o"}${"abcdefg".indexOf(move)}`,
    digests: {
      300: "e04f46e0d13981947632d82859c3a97433d2ceccba4f696cbd3788b9ba03641e",
      10000: "69d0cbfc32211c9283ec2154669d204c26896c491c6e061485f6d0c4841310cf",
    },
  },
  {
    kind: "othello",
    written: (move: string) => move,
    digests: {
      300: "9056c96dcef2f011d42df52907806b9dafe704aaa7d746a82e70ad5d423905dc",
      10000: "8c011bd3f414e864700458f99f820e35e56ceb83818afca2785a8198e9777f8c",
    },
  },
] as const;

test.each(traces)("random games of $kind are the same as another program's", ({ kind, written, digests }) => {
  const { rules, seats } = definitionOf(kind);
  const hash = createHash("sha256");
  let x = 1;
  for (let game = 0; game < games; game += 1) {
    const start = rules.start({});
    let state = start.ok ? start.value : null;
    for (;;) {
      const [seat] = rules.toMove(state);
      if (seat === undefined) break;
      const legal = rules.legalMoves(state, seat);
      x = (x * 48_271) % 2_147_483_647;
      const move = legal[x % legal.length] ?? "";
      hash.update(`${written(move, seat === seats[0])}/${legal.length} `);
      const played = rules.play(state, seat, move);
      if (!played.ok) throw new Error(played.message);
      state = played.value.state;
    }
    const winner = rules.outcome(state)?.winner ?? null;
    hash.update(`${winner === null ? 0 : winner === seats[0] ? 1 : -1}\n`);
  }
  expect(hash.digest("hex")).toBe(games === 300 ? digests[300] : digests[10_000]);
});
