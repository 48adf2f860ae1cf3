import { readdirSync, readFileSync } from "node:fs";
import { type ImportedGame, pgnToGame } from "../../../src/main/games/notation/pgn.ts";
import { type ChessState, chess } from "../../../src/main/games/rules/chess.ts";

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

export function imported(game: CorpusGame): ImportedGame {
  const read = pgnToGame(game.pgn);
  if (!read.ok) throw new Error(`${game.name}: ${read.message}`);
  return read.value;
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
