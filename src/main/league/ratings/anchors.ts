import type { GameDefinition } from "../../../games/game.ts";

/** A player of measured strength, against whom others are measured. */
export interface Anchor {
  /** Its entry in a league. */
  readonly entrant:
    | { readonly kind: "computer"; readonly level: number }
    | { readonly kind: "strategy"; readonly strategy: string; readonly name: string };
  /** Its identity in the rating list. */
  readonly player: string;
  readonly elo: number;
  /** The covariance of its error with that of each anchor, in Elo²; with its own, the variance. */
  readonly covariance: readonly number[];
}

/**
 * All anchors of a game, weakest first: the computer's levels, and players weaker than these. Empty for games without
 * measured levels.
 */
export function anchorsOf({ engine }: Pick<GameDefinition, "engine">): readonly Anchor[] {
  if (!engine) return [];
  const { levelRatings, belowLevels: below } = engine;
  const levels = levelRatings.map(({ elo, covariance }, at): Anchor => {
    const withBelow = below ? [below.covariance[at] ?? 0] : [];
    return {
      entrant: { kind: "computer", level: at + 1 },
      player: levelPlayer(at + 1),
      elo,
      covariance: [...withBelow, ...covariance],
    };
  });
  if (!below) return levels;
  const { strategy, elo, variance, covariance } = below;
  const name = `Anchor ${strategy}`;
  const entrant = { kind: "strategy", strategy, name } as const;
  return [{ entrant, player: `strategy:${strategy}:${name}`, elo, covariance: [variance, ...covariance] }, ...levels];
}

const levelPlayer = (level: number): string => `computer:${level}`;

/**
 * The identity in the rating list of an entrant with a name of its own: levels are the same whatever they are called.
 */
export function playerBy(identity: string): string {
  const level = levelOf(identity);
  return level === null ? identity : levelPlayer(level);
}

/** The computer's level with this identity in the rating list; null for everybody else. */
export function levelOf(identity: string): number | null {
  const [, level] = /^computer:(\d{1,2})(?::|$)/.exec(identity) ?? [];
  return level === undefined ? null : Number(level);
}
