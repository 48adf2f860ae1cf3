import { definitionOf } from "../../games/register.ts";
import { keyOf, type Path } from "../../shared/coach/changes.ts";
import { RecentMap } from "../../shared/recent-map.ts";
import { accept, mapResult, type Result, refuse } from "../../shared/result.ts";
import type { GameKind, Options } from "../../shared/terms.ts";

/** Most positions of a board that are kept, so that each is reached once. */
const MOST_POSITIONS = 2_000;

/** A position of a board, and the move that led there. */
export interface PlayedTo {
  readonly state: unknown;
  readonly code: string;
  readonly text: string;
}

export type Positions = ReturnType<typeof createPositions>;

/** The positions of a board by the moves that lead there. Throws where the options make no start. */
export function createPositions(kind: GameKind, options: Options) {
  const { rules } = definitionOf(kind);
  const start = rules.start(options);
  if (!start.ok) throw new Error(start.message);
  const first: PlayedTo = { state: start.value, code: "", text: "" };
  const recent = new RecentMap<string, PlayedTo>(MOST_POSITIONS);

  /** The position after a move of a record, which may go on after a draw that the rules declare. */
  const onRecord = ({ state }: Pick<PlayedTo, "state">, move: string): Result<PlayedTo> =>
    mapResult(rules.play(state, rules.toMove(state)[0] ?? "", move), ({ state, move: { code, text } }) => ({
      state,
      code,
      text,
    }));
  /** The position after a move, which may be written as a player may type it. Refuses what the rules do not allow. */
  const after = ({ state }: Pick<PlayedTo, "state">, move: string): Result<PlayedTo> => {
    if (rules.toMove(state).length === 0) return refuse("ILLEGAL_MOVE", "Invalid move: the game is over there");
    return onRecord({ state }, move);
  };
  /** The position that codes of moves lead to. Refuses the first that cannot be played. */
  const at = (path: Path): Result<PlayedTo> => {
    if (path.length === 0) return accept(first);
    const key = keyOf(path);
    const earlier = recent.get(key);
    if (earlier) return accept(earlier);
    const before = at(path.slice(0, -1));
    const result = before.ok ? onRecord(before.value, path.at(-1) ?? "") : before;
    if (result.ok) recent.set(key, result.value);
    return result;
  };
  return { at, after };
}
