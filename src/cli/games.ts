/** What help says of the games: asked of their register, and only where help is printed, since their rules come with it. */
export interface GameNames {
  /** `chess (default), tic-tac-toe, …` */
  readonly games: string;
  /** Every strategy of any of them, but for `levels`, which is the computer's. */
  readonly strategies: string;
}

export async function gameNames(): Promise<GameNames> {
  const { games } = await import("../games/register.ts");
  return {
    games: games.map(({ kind }, place) => (place === 0 ? `${kind} (default)` : kind)).join(", "),
    strategies: [...new Set(games.flatMap(({ strategies }) => Object.keys(strategies)))]
      .filter((name) => name !== "levels")
      .join(", "),
  };
}
