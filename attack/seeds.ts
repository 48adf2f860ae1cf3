import { createHash } from "node:crypto";
import { deriveKey, keyedRandom } from "../src/main/base/keyed-random.ts";
import type { LeagueReport } from "../src/shared/leagues.ts";
import { callModern, modernHeaders, modernRequest, postRaw } from "../test/journeys/raw.ts";
import type { HostLine } from "../test/support/host-process.ts";
import { personAt } from "../test/support/person.ts";
import { seeded } from "../test/support/seeded.ts";
import { contentOf } from "./doors.ts";

/** The result of predicting the choices of a strategy. */
export interface Foretold {
  /** Choices that the strategy made. */
  readonly choices: number;
  /** How many of them each way of foretelling had right, by its name. */
  readonly right: ReadonlyMap<string, number>;
  /** The same with what is told at the end. */
  readonly rightAfterwards: number;
  readonly commitmentHolds: boolean;
  /** Whether anything that an agent was shown before the end had the secret in it. */
  readonly leaked: boolean;
}

const GAMES = 2;
const ROUNDS = 99;
/** Seeds that are tried one by one against what was committed to. */
const GUESSES = 10_000;

/** A choice of the strategy `random` of odd-even, of five, as a generator of chance makes it. */
const choiceBy = (random: () => number): string => String(1 + Math.floor(random() * 5));

/**
 * Plays a league against a strategy that chooses by chance, as an agent that reads everything it is shown and tries to
 * foretell each choice from it: by the seed as it once was used, and by every text and number in the answers as a key.
 */
export async function foretell(host: HostLine, seed: number): Promise<Foretold> {
  const person = personAt(host);
  const shown: string[] = [];
  const call = async (tool: string, args: object) => {
    const { message, text } = await callModern(host, tool, args);
    shown.push(text);
    return contentOf(tool, message);
  };
  const { body: league } = await person.post("/api/leagues", {
    game: "odd-even",
    seed,
    games_per_match: GAMES,
    options: { rounds: ROUNDS },
    missed_move: "random",
    entrants: [{ kind: "strategy", name: "Chance", strategy: "random" }],
  });
  const { league_id } = league;
  const { entrant_token } = await call("joinLeague", { league_id, name: "Prophet" });
  await person.post(`/api/leagues/${league_id}/start`);
  const right = new Map<string, number>();
  const made: { readonly game: number; readonly place: 0 | 1; readonly round: number; readonly choice: string }[] = [];
  for (let game = 1; game <= GAMES; game += 1) {
    const { game_id, seat_token, you } = await call("waitForNextMatch", { league_id, entrant_token });
    await call("getLeague", { league_id });
    shown.push(await readResource(host, `kibitz://leagues/${league_id}`));
    const keys = keysIn(shown);
    for (let isOver = false; !isOver; ) {
      const { result } = await call("finishTurn", { game_id, seat_token, move: "1", wait: true });
      isOver = (result ?? null) !== null;
    }
    const place = you === "odd" ? 1 : 0;
    const { body } = await person.get(`/api/games/${game_id}`);
    const past: readonly { readonly odd: number; readonly even: number }[] = body.view.past;
    for (const [round, { odd, even }] of past.entries()) {
      const choice = String(place === 1 ? even : odd);
      made.push({ game, place, round, choice });
      const guess = (name: string, random: () => number) => {
        if (choiceBy(random) === choice) right.set(name, (right.get(name) ?? 0) + 1);
      };
      const former = seed + 1_000_003 + Math.imul(2 * game + place, 7_919);
      guess("the seed, as it once was used", seeded(former + Math.imul(round, 0x9e3779b1)));
      for (const key of keys) guess(`${key} as the secret`, byKey(key, seed, game, place, round));
    }
  }
  const { body: report }: { body: LeagueReport } = await person.get(`/api/leagues/${league_id}`);
  const { commitment, secret } = report;
  const told = secret ?? "";
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  for (let guessed = 0; guessed < GUESSES; guessed += 1)
    if ([`${guessed}`, `${guessed} `].some((text) => sha256(text) === commitment))
      right.set("a guessed commitment", made.length);
  return {
    choices: made.length,
    right,
    rightAfterwards: made.filter(
      ({ game, place, round, choice }) => choiceBy(byKey(told, seed, game, place, round)) === choice,
    ).length,
    commitmentHolds: commitment === sha256(`${seed} ${told}`),
    leaked: secret === null || shown.some((text) => text.includes(told)),
  };
}

async function readResource(host: HostLine, uri: string): Promise<string> {
  const body = JSON.stringify(modernRequest("resources/read", { uri }));
  return (await postRaw(host, body, modernHeaders("resources/read", uri))).text;
}

/** As docs/leagues.md says. */
const byKey = (secret: string, seed: number, game: number, place: 0 | 1, round: number): (() => number) =>
  keyedRandom(deriveKey(secret, `${seed} match 1 game ${game} seat ${place + 1}`), `move ${round + 1}`);

/** Every text and number in what was shown. */
const keysIn = (shown: readonly string[]): ReadonlySet<string> =>
  new Set(shown.flatMap((text) => text.match(/[\w.-]{2,}/g) ?? []));
