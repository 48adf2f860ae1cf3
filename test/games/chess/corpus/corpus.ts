import { readdirSync, readFileSync } from "node:fs";
import { parsePgn } from "chessops/pgn";
import { type ImportedGame, pgnToGame } from "../../../../src/games/chess/pgn/pgn.ts";
import { type ChessState, rules as chess } from "../../../../src/games/chess/rules/rules.ts";
import { full } from "../../../support/full.ts";

const directory = new URL("./", import.meta.url);

export interface CorpusGame {
  /** File and number, to be found again: `endings 12`. */
  readonly name: string;
  readonly pgn: string;
}

/** The names of the files under this directory, without `.pgn`. */
export const corpusFiles: readonly string[] = readdirSync(directory)
  .filter((file) => file.endsWith(".pgn"))
  .map((file) => file.replace(".pgn", ""))
  .sort();

/** The games of one file, each as its own PGN. */
export function gamesOf(file: string): readonly CorpusGame[] {
  const text = readFileSync(new URL(`${file}.pgn`, directory), "utf8");
  return text.split(/\n(?=\[Event )/).map((pgn, index) => ({ name: `${file} ${index + 1}`, pgn }));
}

/** The games of one file that a run compares: all of them in the full form, else every seventh (or `every`) from the sixth on. */
export const comparedGamesOf = (file: string, every = 7): readonly CorpusGame[] =>
  gamesOf(file).filter((_, index) => full || index % every === 5);

export function imported(game: CorpusGame): ImportedGame {
  const read = pgnToGame(game.pgn);
  if (!read.ok) throw new Error(`${game.name}: ${read.message}`);
  return read.value;
}

/** A game as the states it went through, and the moves between them. */
export function replayed(game: CorpusGame): {
  readonly states: readonly ChessState[];
  readonly ucis: readonly string[];
} {
  const [read] = parsePgn(game.pgn);
  const states = [stateAt(read?.headers.get("FEN"))];
  const ucis: string[] = [];
  for (const { san } of read?.moves.mainline() ?? []) {
    const played = chess.play(states.at(-1) ?? stateAt(), "white", san);
    if (!played.ok) throw new Error(`${game.name}: ${played.message}`);
    states.push(played.value.state);
    ucis.push(played.value.move.code);
  }
  return { states, ucis };
}

/** The starting state of a FEN that a test knows to be good. */
export function stateAt(fen?: string): ChessState {
  const start = chess.start(fen === undefined ? {} : { fen });
  if (!start.ok) throw new Error(start.message);
  return start.value;
}

/** The state after a move that a test knows to be legal. */
export function after(state: ChessState, ...texts: readonly string[]): ChessState {
  return texts.reduce((before, text) => {
    const played = chess.play(before, before.fen.includes(" w ") ? "white" : "black", text);
    if (!played.ok) throw new Error(`${text} at ${before.fen}: ${played.message}`);
    return played.value.state;
  }, state);
}
