import { accept, invalid, type Refusal, type Result } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import { cleanLine, clip, NAME_LENGTH } from "../../../shared/text.ts";
import type { NamedStart, Openings } from "../../game.ts";
import { gamesIn, replaying } from "../pgn/import.ts";
import { pgnTokens } from "../pgn/tokens.ts";
import { type ChessOptions, rules } from "../rules/rules.ts";
import { balanced } from "./balanced.ts";
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

/** The operations of a line of EPD by their names: each ends with a semicolon, and of those of one name the first counts. */
function operationsIn(text: string): ReadonlyMap<string, string> {
  const operations = new Map<string, string>();
  for (const each of text.split(";").slice(0, -1)) {
    const [, name = "", value = ""] = /^ ?(\S+) "?([^"]*)/.exec(each) ?? [];
    if (!operations.has(name)) operations.set(name, value);
  }
  return operations;
}

/** A position a line: the first four fields of a FEN, then operations (PGN standard 16.2); `#` begins a comment line. */
function* readEpd(lines: readonly string[]): Steps<Result<readonly NamedStart[]>> {
  const given = lines.map((line, index) => ({ text: line.trim(), number: index + 1 }));
  const positions = given.filter(({ text }) => text !== "" && !text.startsWith("#"));
  if (positions.length > mostOpenings) return tooMany(positions.length);
  const starts: NamedStart[] = [];
  for (const { text, number } of positions) {
    const [board, turn, castling, enPassant, ...rest] = text.split(/\s+/);
    // Some write whole FENs into such files.
    const [fifth = "", sixth = ""] = rest;
    const isFen = /^\d+$/.test(fifth) && /^\d+;?$/.test(sixth);
    const operations = operationsIn(rest.slice(isFen ? 2 : 0).join(" "));
    const counters = isFen
      ? `${fifth} ${sixth.replace(";", "")}`
      : `${operations.get("hmvc") ?? "0"} ${operations.get("fmvn") ?? "1"}`;
    const started = rules.start({ fen: `${board} ${turn} ${castling} ${enPassant} ${counters}` });
    if (!started.ok) return refuseLine(number, started.message);
    starts.push({ name: named(operations.get("id"), starts.length + 1), options: { fen: started.value.fen } });
    yield;
  }
  return accept(starts);
}

/** A game an opening: the position that its main line comes to. */
function* readPgn(text: string): Steps<Result<readonly NamedStart[]>> {
  const tokens = yield* pgnTokens(text);
  if (!tokens.ok) return tokens;
  const games = gamesIn(tokens.value);
  if (games.length > mostOpenings) return tooMany(games.length);
  const starts: NamedStart[] = [];
  for (const tokensOfGame of games) {
    const { wrong, game, endFen } = { endFen: "", ...(yield* replaying(tokensOfGame, text)) };
    if (wrong) return refuseLine(wrong.line, wrong.refusal.message);
    const last = tokensOfGame.at(-1)?.line ?? 1;
    const started = rules.start({ fen: endFen });
    if (!started.ok) return refuseLine(last, started.message);
    const { tags, startFen, moves } = game;
    const codes = moves.map(({ code }) => code);
    const known = startFen === null ? openingOf({}, codes) : null;
    const name = named(tags["Opening"] ?? known?.name, starts.length + 1);
    starts.push({ name, options: { fen: started.value.fen } });
  }
  return accept(starts);
}

/** Suites of openings in the formats that engines are matched with, EPD and PGN. */
export const openings: Openings<ChessOptions> = {
  of: openingOf,
  get builtIn() {
    return balanced();
  },
  *read(text) {
    if (text.length > longestSuite) return invalid(`a suite of openings is ${longestSuite} characters long at most`);
    const lines = text.split(/\r?\n/);
    const first = lines.find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
    const isEpd = /^\s*[1-8pnbrqkPNBRQK]+\/\S*\s/.test(first);
    const read = yield* isEpd ? readEpd(lines) : readPgn(text);
    if (!read.ok) return read;
    return read.value.length === 0 ? refuseLine(1, "there is no opening in it") : read;
  },
};
