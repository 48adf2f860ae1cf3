import { accept, invalid, type Refusal, type Result } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import { cleanLine, clip, NAME_LENGTH } from "../../../shared/text.ts";
import type { NamedStart, Openings } from "../../game.ts";
import { gamesIn } from "../pgn/games.ts";
import { replaying } from "../pgn/import.ts";
import type { PgnToken } from "../pgn/tokens.ts";
import { fenOf, positionOf } from "../rules/board.ts";
import { initialFen, looksLikePosition, positionKey } from "../rules/fen.ts";
import { playWritten } from "../rules/free.ts";
import { type ChessOptions, rules } from "../rules/rules.ts";
import { readPosition } from "../rules/setup.ts";
import lines from "./balanced.txt?raw";
import { openingOf } from "./names.ts";

/** Most openings of a suite, and the longest text of one, in characters. */
const mostOpenings = 1000;
const longestSuite = 250_000;

const refuseLine = (line: number, reason: string): Refusal => invalid(`line ${line}: ${reason}`);

const tooMany = (count: number): Refusal =>
  invalid(`a suite has ${mostOpenings} openings at most, and this one ${count}`);

/** The suite's name of an opening, where it has one; else its number. */
const named = (given: string | undefined, number: number): string =>
  clip(cleanLine(given ?? ""), NAME_LENGTH) || `Opening ${number}`;

/** Adds an opening by its position, of which the first counts. Refuses what the rules refuse. */
function addStart(starts: Map<string, NamedStart>, fen: string, name: string | undefined): Result<null> {
  const started = rules.start({ fen });
  if (!started.ok) return started;
  const key = positionKey(started.value.fen);
  if (!starts.has(key)) starts.set(key, { name: named(name, starts.size + 1), options: { fen: started.value.fen } });
  return accept(null);
}

/** A position a line, as FEN or EPD (PGN standard 16.2); `#` begins a comment line. */
function* readEpd(lines: readonly string[]): Steps<Result<readonly NamedStart[]>> {
  const given = lines.map((line, index) => ({ text: cleanLine(line), number: index + 1 }));
  const positions = given.filter(({ text }) => text !== "" && !text.startsWith("#"));
  if (positions.length > mostOpenings) return tooMany(positions.length);
  const starts = new Map<string, NamedStart>();
  for (const { text, number } of positions) {
    const read = readPosition(text);
    if (!read.ok) return refuseLine(number, read.message);
    const { fen, operations } = read.value;
    const added = addStart(starts, fen, operations.get("id"));
    if (!added.ok) return refuseLine(number, added.message);
    yield;
  }
  return accept([...starts.values()]);
}

/** A game an opening: the position that its main line comes to. */
function* readPgn(text: string): Steps<Result<readonly NamedStart[]>> {
  const games: (readonly PgnToken[])[] = [];
  for (const { tokens } of gamesIn(text)) {
    games.push(tokens);
    yield;
  }
  if (games.length > mostOpenings) return tooMany(games.length);
  const starts = new Map<string, NamedStart>();
  for (const tokensOfGame of games) {
    const { wrong, game, endFen } = { endFen: "", ...(yield* replaying(tokensOfGame, text)) };
    if (wrong) return refuseLine(wrong.line, wrong.refusal.message);
    const { tags, startFen, moves } = game;
    const codes = moves.map(({ code }) => code);
    const known = startFen === null ? openingOf({}, codes) : null;
    const added = addStart(starts, endFen, tags["Opening"] ?? known?.name);
    if (!added.ok) return refuseLine(tokensOfGame.at(-1)?.line ?? 1, added.message);
  }
  return accept([...starts.values()]);
}

/** Suites of openings in the formats that engines are matched with, EPD and PGN. */
export const openings: Openings<ChessOptions> = {
  of: openingOf,
  get builtIn() {
    return balanced();
  },
  *read(text) {
    if (text.length > longestSuite) return invalid(`a suite of openings is ${longestSuite} characters long at most`);
    const lines = text.split(/\r\n|\r|\n/);
    const first = lines.find((line) => cleanLine(line) !== "" && !line.startsWith("#")) ?? "";
    const read = yield* looksLikePosition(cleanLine(first)) ? readEpd(lines) : readPgn(text);
    if (!read.ok) return read;
    return read.value.length === 0 ? refuseLine(1, "there is no opening in it") : read;
  },
};

let known: readonly NamedStart[] | null = null;

/**
 * The positions after main lines of five moves that are played much, from most of the openings there are; worked out when
 * they are first asked for. Stockfish 19 sees no side ahead by more than half a pawn in any of them, at depth 18.
 */
function balanced(): readonly NamedStart[] {
  known ??= lines.trim().split("\n").map(startOf);
  return known;
}

function startOf(line: string): NamedStart {
  let position = positionOf(initialFen);
  const moves: string[] = [];
  for (const san of line.split(" ")) {
    const played = playWritten(position, san);
    if (!played.ok) throw new Error(`${line}: ${played.message}`);
    ({ position } = played.value);
    moves.push(played.value.move.code);
  }
  return { name: openingOf({}, moves)?.name ?? line, options: { fen: fenOf(position) } };
}
