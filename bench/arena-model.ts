// `npx node --import ./scripts/raw-assets.mjs bench/arena-model.ts`: what becomes of many hosts on one PostgreSQL, worked
// out from what a few of them measured. docs/arena.md says what follows from it.
import { seeded } from "../test/support/seeded.ts";

/** Milliseconds of processor: a move at one host alone, and at the opponent's host, which hears of it. */
const MOVE_MS = 0.84;
const HEAR_MS = 0.1;
/** Milliseconds at each host for what all hear of, how often that is in a game, and the moves of a game. */
const CHANGE_MS = 0.48;
const CHANGES = 3;
const MOVES = 80;
/** Milliseconds on the way to the database before a transaction asks for the end of the log. */
const BEFORE_MS = 1;
/** Milliseconds for which it has the end of the log: until the disk has it, and for each move in it. */
const DISK_MS = 0.6;
const ROW_MS = 0.05;
/** Bytes of memory for a game that goes on, at each host. */
const GAME_BYTES = 1_760;
/** Connections of a host to the database. */
const CONNECTIONS = 11;

/** Moves that are followed after those that fill the queues. */
const FOLLOWED = 20_000;
const AHEAD = 2_000;

interface Answers {
  readonly median: number;
  readonly slow: number;
  /** Moves that shared a transaction. */
  readonly together: number;
}

/**
 * Follows moves that arrive at random, until each is kept: a host has one transaction at a time, which carries all that
 * its host has gathered, and one transaction at a time has the end of the log.
 */
function simulate(hosts: number, perSecond: number, random: () => number): Answers {
  const gathered: number[][] = Array.from({ length: hosts }, () => []);
  /** When each host's transaction is over; those that wait for the end of the log, in order. */
  const freeAt = new Float64Array(hosts);
  const took: number[] = [];
  let transactions = 0;
  let logFreeAt = 0;
  let at = 0;
  /** Begins what a host has gathered as soon as it is free. Hosts begin in the order of time, as far as a log in turns tells. */
  const begin = (host: number, now: number): void => {
    const moves = gathered[host] ?? [];
    if (moves.length === 0 || (freeAt[host] ?? 0) > now) return;
    gathered[host] = [];
    logFreeAt = Math.max(logFreeAt, now + BEFORE_MS) + DISK_MS + ROW_MS * moves.length;
    freeAt[host] = logFreeAt;
    transactions += 1;
    for (const since of moves) took.push(logFreeAt - since);
  };
  while (took.length < AHEAD + FOLLOWED) {
    const next = at - (Math.log(1 - random()) * 1_000) / perSecond;
    for (;;) {
      let first = -1;
      for (let host = 0; host < hosts; host += 1) {
        const free = freeAt[host] ?? 0;
        const isDue = (gathered[host]?.length ?? 0) > 0 && free <= next;
        if (isDue && (first < 0 || free < (freeAt[first] ?? 0))) first = host;
      }
      if (first < 0) break;
      begin(first, Math.max(at, freeAt[first] ?? 0));
    }
    at = next;
    const host = Math.floor(random() * hosts);
    gathered[host]?.push(at);
    begin(host, at);
  }
  const counted = took.slice(AHEAD).toSorted((one, other) => one - other);
  const quantile = (share: number) => counted[Math.floor(share * counted.length)] ?? Number.NaN;
  return { median: quantile(0.5), slow: quantile(0.99), together: took.length / transactions };
}

const table = (rows: readonly (readonly string[])[]) =>
  rows
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")
    .replace(/\n/, `\n|${"---:|".repeat(rows[0]?.length ?? 0)}\n`);
const ms = (value: number) => (value > 1_000 ? "> 1000" : value.toFixed(value < 10 ? 1 : 0));

const counts = [1, 3, 10, 100, 1_000] as const;
console.log(
  table([
    ["hosts", "processor of all for a move, ms", "moves a second with a core for each host", "connections"],
    ...counts.map((hosts) => {
      const all = MOVE_MS + HEAR_MS * (1 - 1 / hosts) + ((CHANGE_MS * CHANGES) / MOVES) * (hosts - 1);
      return [String(hosts), all.toFixed(2), ((1_000 * hosts) / all).toFixed(0), String(hosts * CONNECTIONS)];
    }),
  ]),
);
const rates = [100, 1_000, 2_000, 5_000] as const;
console.log(
  `\n${table([
    ["hosts", ...rates.map((rate) => `${rate} moves a second: median, 99 %, in a transaction`)],
    ...counts.map((hosts) => [
      String(hosts),
      ...rates.map((rate) => {
        const { median, slow, together } = simulate(hosts, rate, seeded(hosts));
        return `${ms(median)}, ${ms(slow)}, ${together.toFixed(1)}`;
      }),
    ]),
  ])}`,
);
console.log(`\nA million games that go on: ${((GAME_BYTES * 1e6) / 2 ** 30).toFixed(1)} GiB at each host.`);
