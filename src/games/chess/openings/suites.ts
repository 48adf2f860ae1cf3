import { accept, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import { cleanLine, clip, NAME_LENGTH } from "../../../shared/text.ts";
import type { NamedStart, Openings } from "../../game.ts";
import { gamesIn, replay } from "../pgn/import.ts";
import { pgnTokens } from "../pgn/tokens.ts";
import { rules } from "../rules/rules.ts";
import { balanced } from "./balanced.ts";
import { openingOf } from "./names.ts";

/** Most openings of a suite, and the longest text of one, in characters. */
const mostOpenings = 1000;
const longestSuite = 250_000;

const refuseLine = (line: number, reason: string): Refusal => refuse("INVALID_ARGUMENT", `line ${line}: ${reason}`);

/** What a suite calls an opening, where it does; else its number. */
const named = (given: string | undefined, number: number): string =>
  clip(cleanLine(given ?? ""), NAME_LENGTH) || `Opening ${number}`;

/** A position a line: the first four fields of a FEN, then operations (PGN standard 16.2); `#` begins a comment line. */
function readEpd(lines: readonly string[]): Result<readonly NamedStart[]> {
  const starts: NamedStart[] = [];
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    const [board, turn, castling, enPassant, fifth = "", sixth = ""] = text.split(/\s+/);
    const operation = (name: string) => new RegExp(`(?:^|[\\s;])${name}\\s+"?([^";]*)"?\\s*;`).exec(text)?.[1];
    // Some write whole FENs into such files.
    const isFen = /^\d+$/.test(fifth) && /^\d+;?$/.test(sixth);
    const counters = isFen
      ? `${fifth} ${sixth.replace(";", "")}`
      : `${operation("hmvc") ?? "0"} ${operation("fmvn") ?? "1"}`;
    const started = rules.start({ fen: `${board} ${turn} ${castling} ${enPassant} ${counters}` });
    if (!started.ok) return refuseLine(index + 1, started.message);
    starts.push({ name: named(operation("id"), starts.length + 1), options: { fen: started.value.fen } });
  }
  return accept(starts);
}

/** A game an opening: the position that its main line comes to. */
function readPgn(text: string): Result<readonly NamedStart[]> {
  const tokens = pgnTokens(text);
  if (!tokens.ok) return tokens;
  const starts: NamedStart[] = [];
  for (const tokensOfGame of gamesIn(tokens.value)) {
    const { wrong, game, endFen } = { endFen: "", ...replay(tokensOfGame, text) };
    if (wrong) return refuseLine(wrong.line, wrong.refusal.message);
    const last = tokensOfGame.at(-1)?.line ?? 1;
    const started = rules.start({ fen: endFen });
    if (!started.ok) return refuseLine(last, started.message);
    const { tags, startFen, moves } = game;
    const known =
      startFen === null
        ? openingOf(
            {},
            moves.map(({ uci }) => uci),
          )
        : null;
    starts.push({
      name: named(tags["Opening"] ?? known?.name, starts.length + 1),
      options: { fen: started.value.fen },
    });
  }
  return accept(starts);
}

/** Suites of openings in the formats that engines are matched with, EPD and PGN. */
export const openings: Openings = {
  get builtIn() {
    return balanced();
  },
  read(text) {
    if (text.length > longestSuite)
      return refuse("INVALID_ARGUMENT", `a suite of openings is ${longestSuite} characters long at most`);
    const lines = text.split(/\r?\n/);
    const first = lines.find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
    const isEpd = /^\s*[1-8pnbrqkPNBRQK]+(?:\/\S*)+\s/.test(first);
    const read = isEpd ? readEpd(lines) : readPgn(text);
    if (!read.ok) return read;
    if (read.value.length === 0) return refuseLine(1, "there is no opening in it");
    if (read.value.length > mostOpenings)
      return refuse(
        "INVALID_ARGUMENT",
        `a suite has ${mostOpenings} openings at most, and this one ${read.value.length}`,
      );
    return read;
  },
};
