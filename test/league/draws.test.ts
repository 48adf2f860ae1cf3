import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { League, Match } from "../../src/main/league/machine/league.ts";
import { lotFor } from "../../src/main/league/machine/rounds.ts";
import { gameRequestOf } from "../../src/main/league/rulings.ts";
import { nothingKnown } from "../../src/main/views/league/league-view.ts";
import { sure } from "../live-games/support.ts";
import { createLeague, decide, leagueReport } from "./at-once.ts";
import { planOf, secret } from "./support.ts";

const other = "f".repeat(64);

/** A league of eight strategies that has begun. */
function begun(request: Readonly<Record<string, unknown>> = {}): League {
  const { league } = sure(createLeague("9", planOf({ players: 8, strategy: "random", ...request }), 0));
  return sure(decide(league, { type: "start" }, 0)).league;
}

/** Everything that is drawn in it: lots, ties, openings, and what the choices of each game follow from. */
function drawsOf(league: League) {
  const { current, lots, openings } = league;
  return {
    lots,
    ties: Array.from({ length: 40 }, (_, index) => lotFor(league, { ...(current[0] as Match), number: index + 1 })),
    openings: openings.map(({ name }) => name),
    seats: current.flatMap((match) =>
      match.games.flatMap((game) => gameRequestOf(league, match, game)?.players.map(({ settings }) => settings) ?? []),
    ),
  };
}

const suite = { game: "chess", openings: { order: "random" }, games_per_match: 2 };

test("all that is drawn is the same again with seed and secret, and another with another secret or seed", () => {
  for (const request of [{}, suite]) {
    const draws = drawsOf(begun(request));
    expect(drawsOf(begun(request))).toEqual(draws);
    for (const change of [{ secret: other }, { seed: 8 }]) {
      const changed = drawsOf(begun({ ...request, ...change }));
      expect(changed.lots).not.toEqual(draws.lots);
      expect(changed.ties).not.toEqual(draws.ties);
      expect(changed.seats).not.toEqual(draws.seats);
      if (draws.openings.length > 0) expect(changed.openings).not.toEqual(draws.openings);
    }
  }
});

test("lots, ties and the keys of strategies follow from the secret as docs/leagues.md says", () => {
  const hmac = (name: string) => createHmac("sha256", secret).update(`7 ${name}`).digest();
  const numbers = (name: string) => {
    const block = hmac(`${name} 0`);
    return Array.from({ length: 8 }, (_, at) => block.readUInt32BE(4 * at) / 2 ** 32);
  };
  const { lots, ties, seats } = drawsOf(begun());
  const left = [1, 2, 3, 4, 5, 6, 7, 8];
  expect(lots).toEqual(numbers("lots").flatMap((number) => left.splice(Math.floor(number * left.length), 1)));
  expect(ties).toEqual(ties.map((_, at) => ((numbers(`tie ${at + 1}`)[0] ?? 1) < 0.5 ? "a" : "b")));
  const keys = [1, 2, 3, 4].flatMap((match) =>
    [1, 2].map((seat) => hmac(`match ${match} game 1 seat ${seat}`).toString("hex")),
  );
  expect(seats.map((settings) => settings.seed)).toEqual(keys);
});

test("no two leagues have the same secret unless they are asked to", () => {
  const [one, two] = [planOf({ secret: undefined }), planOf({ secret: undefined })];
  expect(one.settings.secret).toMatch(/^[0-9a-f]{64}$/);
  expect(two.settings.secret).not.toBe(one.settings.secret);
});

test("the secret is told once the league is over, however it came to its end, and what is committed to all along", () => {
  const running = begun();
  const before = leagueReport({ league: running, version: 1 }, nothingKnown);
  // printf '%s' "7 0123…" | sha256sum
  const commitment = "bbc0b8390fa153c2cf04d86c52f976db230c2ec9b03a995d6be089f14a4fc9d8";
  expect(before).toMatchObject({ seed: 7, commitment, secret: null });
  expect(JSON.stringify(before)).not.toContain(secret);
  const over = sure(decide(running, { type: "cancel" }, 1)).league;
  expect(leagueReport({ league: over, version: 2 }, nothingKnown)).toMatchObject({ seed: 7, commitment, secret });
});
