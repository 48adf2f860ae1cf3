import { hash } from "node:crypto";
import { definitionOf } from "../../games/register.ts";
import type { GameKind } from "../../shared/terms.ts";
import { type PathStep, writePath } from "../store/paths.ts";
import type { GameState } from "./machine/game-state.ts";

/**
 * The key of a position in a store: 48 bits of a hash of its game and of the game's own key, in eight characters. Among
 * four million positions of a hundred thousand games, one in seventy million searches finds a wrong position.
 */
export const positionMark = (kind: GameKind, key: string): string =>
  hash("sha1", `${kind} ${key}`, "base64url").slice(0, 8);

/**
 * The positions that a finished game went through and the move played in each, as the store keeps it; empty where there
 * are none, as in a study, which nobody played. A repeated position counts once.
 */
export function pathOf(
  { kind, options, study }: Pick<GameState, "kind" | "options" | "study">,
  moves: readonly string[],
): string {
  const keys = study === null ? (definitionOf(kind).positions?.along(options, moves) ?? []) : [];
  const seen = new Set<string>();
  const steps: PathStep[] = [];
  for (const [index, key] of keys.entries()) {
    const move = moves[index];
    if (move === undefined || seen.has(key)) continue;
    seen.add(key);
    steps.push({ position: positionMark(kind, key), move });
  }
  return writePath(steps);
}
