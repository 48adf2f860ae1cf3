import { seal } from "../src/main/base/sealed-file.ts";
import { verifyBundle } from "../src/main/commands/verify.ts";
import { canonical } from "../src/main/views/export/bundle/bundle.ts";
import { playedBundle } from "../test/league/bundled.ts";
import { sure } from "../test/live-games/support.ts";
import { type Chance, createChance } from "./chance.ts";

/** JSON that is changed in place. */
type Json = ReturnType<typeof JSON.parse>;

/** The ways to change a line, by what they change; null where the line has no such thing. */
const forgeries: Readonly<Record<string, (line: Json, chance: Chance) => boolean>> = {
  move: (line, chance) => {
    const moves = movesIn(line);
    if (moves.length === 0) return false;
    const move = chance.of(moves);
    const other = chance.of(moves);
    if (move.code === other.code) return false;
    [move.code, move.text] = [other.code, other.text];
    return true;
  },
  result: (line, chance) => {
    const of = (result: Json) => {
      const others = [null, "a", "b"].filter((each) => each !== result.winner);
      result.winner = chance.of(others);
    };
    if (line.type === "game") {
      const { outcome } = line.events.at(-1).event;
      const seats = [null, ...line.events[0].event.players.map(({ seat }: Json) => seat)];
      outcome.winner = chance.of(seats.filter((each) => each !== outcome.winner));
      return true;
    }
    if (line.type !== "match" || line.data.b === null) return false;
    of(chance.of([line.data.result, ...line.data.games.map(({ result }: Json) => result)]));
    return true;
  },
  time: (line, chance) => {
    const shift = 10 + chance.below(5_000);
    if (line.type === "match") {
      const [game] = line.data.games;
      if (!game) return false;
      game.result.ms[chance.below(2)] += shift;
      return true;
    }
    const moves = movesIn(line);
    if (moves.length === 0) return false;
    const move = chance.of(moves);
    if (move.clock && chance.next() < 0.5) move.clock[chance.below(2)] += shift;
    else move.ms += shift;
    return true;
  },
  answer: (line, chance) => {
    const said = movesIn(line).flatMap(({ effort }) => effort?.answer ?? []);
    if (said.length === 0) return false;
    const answer = chance.of<Json>(said);
    const place = chance.below(answer.text.length);
    const letter = answer.text[place] === "a" ? "b" : "a";
    if (chance.next() < 0.3) answer.sha256 = `${answer.sha256[0] === "0" ? 1 : 0}${answer.sha256.slice(1)}`;
    else answer.text = answer.text.slice(0, place) + letter + answer.text.slice(place + 1);
    return true;
  },
  seed: (line, chance) => {
    if (line.type !== "league") return false;
    const { settings } = line.data;
    if (chance.next() < 0.5) settings.seed += 1 + chance.below(1_000);
    else settings.secret = chance.bytes(32).toString("hex");
    return true;
  },
};

const movesIn = (line: Json): Json[] =>
  line.type === "game" ? line.events.flatMap(({ event }: Json) => (event.type === "movePlayed" ? [event] : [])) : [];

const strategies = ["random", "pattern"].flatMap((strategy) => [1, 2].map(() => ({ kind: "strategy", strategy })));

/** How many changes of each kind were made, and those that were not found. */
export interface Forged {
  readonly made: ReadonlyMap<string, number>;
  readonly missed: readonly string[];
}

/**
 * Changes bundles at random, one change at a time, and has them checked: a byte of the file, or a move, a result, a time,
 * an answer or a seed with a new seal, so that only playing it again can find it.
 */
export async function forge(changes: number, seed: number): Promise<Forged> {
  const chance = createChance(seed);
  const bundles: string[] = [];
  for (const request of [
    { game: "tic-tac-toe", games_per_match: 2 },
    {
      game: "odd-even",
      format: "swiss",
      rounds: 3,
      clock: { initial_seconds: 300, increment_seconds: 1 },
      entrants: strategies,
    },
    { game: "tic-tac-toe", format: "knockout", decider: { last: "lot", extra_games: 1 } },
  ]) {
    const { text } = await playedBundle(request, seed);
    const { difference } = sure(await verifyBundle(seal(text)));
    if (difference) throw new Error(`an honest bundle differs: ${JSON.stringify(difference)}`);
    bundles.push(text);
  }
  const made = new Map<string, number>();
  const missed: string[] = [];
  const kinds = ["byte", ...Object.keys(forgeries)];
  for (let index = 0; index < changes; ) {
    const kind = kinds[index % kinds.length] ?? "byte";
    const text = chance.of(bundles);
    const forged = kind === "byte" ? withByte(seal(text), chance) : withForgery(text, kind, chance);
    if (!forged) continue;
    index += 1;
    made.set(kind, (made.get(kind) ?? 0) + 1);
    const found = await verifyBundle(forged.file);
    if (found.ok && found.value.difference === null) missed.push(`${kind}: ${forged.how}`);
  }
  return { made, missed };
}

function withByte(file: Uint8Array, chance: Chance) {
  const at = chance.below(file.length);
  const changed = Uint8Array.from(file);
  changed[at] = (changed[at] ?? 0) ^ (1 + chance.below(255));
  return { file: changed, how: `byte ${at} of ${file.length}` };
}

function withForgery(text: string, kind: string, chance: Chance) {
  const lines = text.trimEnd().split("\n");
  const at = chance.below(lines.length);
  const before = lines[at] ?? "";
  const line = JSON.parse(before);
  if (!forgeries[kind]?.(line, chance)) return null;
  const how = `line ${at + 1} of\n${before}\nto\n${canonical(line)}`;
  return { file: seal(`${lines.with(at, canonical(line)).join("\n")}\n`), how };
}
