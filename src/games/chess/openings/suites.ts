import { accept, invalid, type Refusal, type Result } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import { cleanLine, clip, NAME_LENGTH } from "../../../shared/text.ts";
import type { NamedStart, Openings } from "../../game.ts";
import { gamesIn, replaying } from "../pgn/import.ts";
import { pgnTokens } from "../pgn/tokens.ts";
import { initialFen, looksLikePosition, positionKey } from "../rules/fen.ts";
import { type ChessOptions, type ChessState, playStrictly, rules } from "../rules/rules.ts";
import { readPosition } from "../rules/setup.ts";
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
  const tokens = yield* pgnTokens(text);
  if (!tokens.ok) return tokens;
  const games = gamesIn(tokens.value);
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

/**
 * Main lines of five moves that are played much, from most of the openings there are. Stockfish 19 sees no side ahead by
 * more than half a pawn in any of them, at depth 18.
 */
const lines = `
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7
e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6
e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6
e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Bc5 O-O d6
e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6
e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Bb4 O-O O-O
e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5
e4 e5 Nc3 Nf6 f4 d5 fxe5 Nxe4 Nf3 Be7
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5
e4 c5 Nf3 Nc6 Bb5 g6 O-O Bg7 Re1 e5
e4 c5 Nf3 d6 Bb5+ Bd7 Bxd7+ Qxd7 O-O Nc6
e4 c5 c3 Nf6 e5 Nd5 d4 cxd4 Nf3 Nc6
e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7 d3 d6
e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7 Bd3 c5
e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6
e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6
e4 c6 d4 d5 exd5 cxd5 c4 Nf6 Nc3 Nc6
d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O
d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 c6
d4 d5 c4 e6 Nf3 Nf6 g3 Be7 Bg2 O-O
d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5
d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7
d4 d5 c4 c6 cxd5 cxd5 Nc3 Nf6 Bf4 Nc6
d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5
d4 d5 Nf3 Nf6 Bf4 e6 e3 c5 c3 Nc6
d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5
d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O a3 Bxc3+
d4 Nf6 c4 e6 Nf3 Bb4+ Bd2 Qe7 g3 Nc6
d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3
d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7 Bf4 O-O
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O
d4 f5 g3 Nf6 Bg2 g6 Nf3 Bg7 O-O O-O
d4 Nf6 Bg5 d5 Bxf6 exf6 e3 Be6 c4 c6
c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5
c4 c5 Nf3 Nf6 Nc3 Nc6 g3 d5 cxd5 Nxd5
c4 e6 Nf3 d5 g3 Nf6 Bg2 Be7 O-O O-O
Nf3 d5 g3 Nf6 Bg2 c6 O-O Bg4 d3 Nbd7
Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O d3 d6
Nf3 d5 c4 e6 g3 Nf6 Bg2 dxc4 Qa4+ Nbd7
b3 e5 Bb2 Nc6 e3 Nf6 Bb5 d6 Ne2 Bd7
`;

let known: readonly NamedStart[] | null = null;

/** The positions after these lines; worked out when they are first asked for. */
function balanced(): readonly NamedStart[] {
  known ??= lines.trim().split("\n").map(startOf);
  return known;
}

function startOf(line: string): NamedStart {
  let state: ChessState = { fen: initialFen, ply: 0, seen: {} };
  const moves: string[] = [];
  for (const san of line.split(" ")) {
    const played = playStrictly(state, san);
    if (!played.ok) throw new Error(`${line}: ${played.message}`);
    state = played.value.state;
    moves.push(played.value.move.code);
  }
  return { name: openingOf({}, moves)?.name ?? line, options: { fen: state.fen } };
}
