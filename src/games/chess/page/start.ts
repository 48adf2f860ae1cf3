import type { Options } from "../../../shared/terms.ts";
import { initialFen } from "../rules/fen.ts";

/** The position that a game was set up with; null for the usual one. */
export const startFenOf = ({ fen }: Options): string | null => (typeof fen === "string" ? fen : null);

/** Plies before the first move, as a scoresheet that begins at that position counts them. */
export function pliesBefore(setup: Options): number {
  const [, turn, , , , number = "1"] = (startFenOf(setup) ?? initialFen).split(" ");
  return 2 * (Number(number) - 1) + (turn === "b" ? 1 : 0);
}
