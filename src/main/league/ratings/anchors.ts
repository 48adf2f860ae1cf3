import type { GameDefinition } from "../../../games/game.ts";

/**
 * All anchors of a game, players of measured strength, weakest first: the computer's levels, and players weaker than
 * these; each with its entry in a league and its identity in the rating list. Empty for games without measured levels.
 */
export function anchorsOf({ engine }: Pick<GameDefinition, "engine">) {
  const { levelRatings = [], belowLevels: below = [] } = engine ?? {};
  const weak = below.map(({ errors, elo, covariance }) => {
    const play = errors === null ? "random" : errorsPlay(errors);
    const name = `Anchor ${play}`;
    const entrant =
      errors === null
        ? ({ kind: "strategy", strategy: play, name } as const)
        : ({ kind: "computer", errors, name } as const);
    return { entrant, player: `${entrant.kind}:${play}:${name}`, elo, covariance };
  });
  const levels = levelRatings.map(({ elo, covariance }, at) => ({
    entrant: { kind: "computer", level: at + 1 } as const,
    player: levelPlayer(at + 1),
    elo,
    /** The covariance of its error with that of each anchor, in Elo²; with its own, the variance. */
    covariance: [...below.map((each) => each.covariance[below.length + at] ?? 0), ...covariance],
  }));
  return [...weak, ...levels];
}

/** The lowest level with errors of this size, in identities and names. */
export const errorsPlay = (size: number): string => `errors ${size}`;

const levelPlayer = (level: number): string => `computer:${level}`;

/** The identity in the rating list of an entrant with its name: a level is the same whatever it is called. */
export function playerBy(identity: string): string {
  const level = levelOf(identity);
  return level === null ? identity : levelPlayer(level);
}

/** The computer's level with this identity in the rating list; null for everybody else. */
export function levelOf(identity: string): number | null {
  const [, level] = /^computer:(\d{1,2})(?::|$)/.exec(identity) ?? [];
  return level === undefined ? null : Number(level);
}
