/**
 * The games as help lists them: read from their register, and only where help is printed, since their rules are loaded
 * with it.
 */
export interface GameNames {
  /** Each kind, the first one marked. */
  readonly games: string;
  /** Games with measured levels. */
  readonly measured: string;
  /** Every strategy of any of them, but for `levels`, which is the computer's. */
  readonly strategies: string;
}

export async function gameNames(): Promise<GameNames> {
  const { definitions } = await import("../games/register.ts");
  const named = (those: readonly { readonly kind: string }[]) =>
    those.map(({ kind }) => (kind === definitions[0].kind ? `${kind} (default)` : kind)).join(", ");
  return {
    games: named(definitions),
    measured: named(definitions.filter(({ engine }) => engine && engine.levelRatings.length > 0)),
    strategies: [...new Set(definitions.flatMap(({ strategies }) => Object.keys(strategies)))]
      .filter((name) => name !== "levels")
      .join(", "),
  };
}
