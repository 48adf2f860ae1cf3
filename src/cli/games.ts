/**
 * The games as help lists them: read from their register, and only where help is printed, since their rules are loaded
 * with it.
 */
export async function gameNames() {
  const { definitions } = await import("../games/register.ts");
  const titles = (those: readonly { readonly kind: string }[]) =>
    those.map(({ kind }) => (kind === definitions[0].kind ? `${kind} (default)` : kind)).join(", ");
  return {
    /** Each kind, the first one marked. */
    games: titles(definitions),
    measured: titles(definitions.filter(({ engine }) => engine && engine.levelRatings.length > 0)),
    /** Every strategy of any of them, but for `levels`, which is the computer's. */
    strategies: [...new Set(definitions.flatMap(({ strategies }) => Object.keys(strategies)))]
      .filter((name) => name !== "levels")
      .join(", "),
  };
}
