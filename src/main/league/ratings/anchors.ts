import type { GameDefinition } from "../../../games/game.ts";

/**
 * All anchors of a game, players of measured strength, weakest first: the computer's levels, and players weaker than
 * these; each with its entry in a league and its identity in the rating list. Empty for games without measured levels.
 */
export function anchorsOf({ engine }: Pick<GameDefinition, "engine">) {
  const { levelRatings = [], belowLevels: below } = engine ?? {};
  const levels = levelRatings.map(({ elo, covariance }, at) => {
    const withBelow = below ? [below.covariance[at] ?? 0] : [];
    return {
      entrant: { kind: "computer", level: at + 1 } as const,
      player: levelPlayer(at + 1),
      elo,
      /** The covariance of its error with that of each anchor, in Elo²; with its own, the variance. */
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
