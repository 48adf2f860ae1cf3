import type { Games } from "../games/games.ts";
import type { GameStatus } from "../games/machine/game-state.ts";
import type { Leagues } from "../league/leagues.ts";

/** Most ids in a completion, by the protocol. */
const MOST_TOLD = 100;
const PAGE = 500;

type After = Parameters<Games["list"]>[0]["after"];

/** The ids of games that begin with a text, newest first. */
export const completeIds = (games: Pick<Games, "list">, status: GameStatus | "all", start: string): Promise<string[]> =>
  complete(start, async (after) => {
    const { games: page, next } = await games.list({ status, limit: PAGE, after });
    return { page, next };
  });

/** The ids of leagues that begin with a text, newest first. */
export const completeLeagueIds = (leagues: Leagues, start: string): Promise<string[]> =>
  complete(start, async (after) => {
    const { leagues: page, next } = await leagues.list({ status: "all", limit: PAGE, after });
    return { page, next };
  });

/** Reads a list page by page until there are enough. */
async function complete(
  start: string,
  list: (after: After) => Promise<{ readonly page: readonly { readonly id: string }[]; next: After }>,
): Promise<string[]> {
  const found: string[] = [];
  let after: After = null;
  do {
    const { page, next } = await list(after);
    found.push(...page.map(({ id }) => id).filter((id) => id.startsWith(start)));
    after = next;
  } while (after !== null && found.length < MOST_TOLD);
  return found.slice(0, MOST_TOLD);
}
