import { accept, invalid, type Refusal, type Result } from "../../../shared/result.ts";
import { runAtOnce, type Steps } from "../../../shared/steps.ts";
import { cleanLine, clip, NAME_LENGTH } from "../../../shared/text.ts";
import type { NamedStart, Openings } from "../../game.ts";
import { gamesIn } from "../pgn/games.ts";
import { replayTokens } from "../pgn/pgn.ts";
import { fenOf, positionOf } from "../rules/board.ts";
import { initialFen, looksLikePosition, positionKey } from "../rules/fen.ts";
import { playWritten } from "../rules/free.ts";
import { type ChessOptions, rules } from "../rules/rules.ts";
import { readPosition } from "../rules/setup.ts";
import balanced from "./balanced.txt?raw";
import { openingOf, theoryOf } from "./names.ts";
import unfamiliar from "./unfamiliar.epd?raw";

/** Most openings of a suite, and the longest text of one, in characters. */
const mostOpenings = 1000;
const longestSuite = 250_000;

const refuseLine = (line: number, reason: string): Refusal => invalid(`line ${line}: ${reason}`);

/** An opening of a suite, with its last line. */
interface SuiteOpening {
  readonly line: number;
  readonly fen: string;
  /** Empty where it has none. */
  readonly name: string;
}

/** A position a line, as FEN or EPD (PGN standard 16.2); `#` begins a comment line. */
function* readEpd(lines: readonly string[]): Steps<Result<readonly SuiteOpening[]>> {
  const entries: SuiteOpening[] = [];
  for (const [index, line] of lines.entries()) {
    const text = cleanLine(line);
    if (text === "" || text.startsWith("#")) continue;
    const position = readPosition(text);
    if (!position.ok) return refuseLine(index + 1, position.message);
    const { fen, operations } = position.value;
    entries.push({ line: index + 1, fen, name: operations.get("id") ?? "" });
    yield;
  }
  return accept(entries);
}

/** A game an opening: the position that its main line comes to. */
function* readPgn(text: string): Steps<Result<readonly SuiteOpening[]>> {
  const entries: SuiteOpening[] = [];
  for (const { tokens } of gamesIn(text)) {
    const { wrong, game, endFen } = { endFen: "", ...(yield* replayTokens(tokens, text)) };
    if (wrong) return refuseLine(wrong.line, wrong.refusal.message);
    const { tags, startFen, moves } = game;
    const codes = moves.map(({ code }) => code);
    const opening = startFen === null ? openingOf({}, codes) : null;
    entries.push({ line: tokens.at(-1)?.line ?? 1, fen: endFen, name: tags["Opening"] ?? opening?.name ?? "" });
  }
  return accept(entries);
}

/** Works a suite out when it is first asked for. */
function madeOnce(work: () => readonly NamedStart[]): () => readonly NamedStart[] {
  let result: readonly NamedStart[] | null = null;
  return () => {
    result ??= work();
    return result;
  };
}

/**
 * The positions after main lines of five moves that are played much, from most of the openings there are. Stockfish 19
 * sees no side ahead by more than half a pawn in any of them, at depth 18.
 */
const familiarStarts = madeOnce(() => balanced.trim().split("\n").map(startOf));

/** Shuffled back ranks, and known openings mirrored or with the colours swapped: see scripts/unfamiliar-starts.ts. */
const unfamiliarStarts = madeOnce(() => {
  const read = runAtOnce(openings.readSuite(unfamiliar));
  if (!read.ok) throw new Error(read.message);
  return read.value.map((start) => ({ ...start, unfamiliar: true as const }));
});

/** Suites of openings in the formats that engines are matched with, EPD and PGN. */
export const openings: Openings<ChessOptions> = {
  of: openingOf,
  theory: theoryOf,
  suites: {
    "built-in": familiarStarts,
    shuffled: unfamiliarStarts,
    mixed: madeOnce(() =>
      familiarStarts().flatMap((start, index) => [start, ...unfamiliarStarts().slice(index, index + 1)]),
    ),
  },
  *readSuite(text) {
    if (text.length > longestSuite) return invalid(`a suite of openings is ${longestSuite} characters long at most`);
    const lines = text.split(/\r\n|\r|\n/);
    const first = lines.find((line) => cleanLine(line) !== "" && !line.startsWith("#")) ?? "";
    const entries = yield* looksLikePosition(cleanLine(first)) ? readEpd(lines) : readPgn(text);
    if (!entries.ok) return entries;
    if (entries.value.length > mostOpenings)
      return invalid(`a suite has ${mostOpenings} openings at most, and this one ${entries.value.length}`);
    /** By their positions, of which each counts once. */
    const starts = new Map<string, NamedStart>();
    for (const { line, fen, name } of entries.value) {
      const start = rules.start({ fen });
      if (!start.ok) return refuseLine(line, start.message);
      const key = positionKey(fen);
      const label = clip(cleanLine(name), NAME_LENGTH) || `Opening ${starts.size + 1}`;
      if (!starts.has(key)) starts.set(key, { name: label, options: { fen } });
      yield;
    }
    return starts.size === 0 ? refuseLine(1, "there is no opening in it") : accept([...starts.values()]);
  },
};

function startOf(line: string): NamedStart {
  let position = positionOf(initialFen);
  const moves: string[] = [];
  for (const san of line.split(" ")) {
    const play = playWritten(position, san);
    if (!play.ok) throw new Error(`${line}: ${play.message}`);
    ({ position } = play.value);
    moves.push(play.value.move.code);
  }
  return { name: openingOf({}, moves)?.name ?? line, options: { fen: fenOf(position) } };
}
