import * as replay from "../../shared/replay.ts";
import type { Result } from "../../shared/result.ts";
import type { Steps } from "../../shared/steps.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import type { LiveGame } from "../games/live-game.ts";
import { fromMatches, type League } from "../league/machine/league.ts";
import { replaySeed } from "./game-replay.ts";
import { seedElement } from "./seeded-page.ts";

/** Most games of one page. In chess they take about 20 MB, and a browser opens that at once. */
const MOST = 1_000;
/** Most games of a page that has thoughts, which take up to half a megabyte a game. */
const MOST_WITH_THOUGHTS = 100;

/** The games of a league that are over, in the order of its matches. In pieces. */
export const gamesOver = (league: League): Steps<readonly { readonly id: string; readonly round: number }[]> =>
  fromMatches(league, ({ round, games }) => games.flatMap(({ id, result }) => (result ? [{ id, round }] : [])));

/** A page that replays the games of a league, piece by piece: at no time are all of them in memory. */
export async function* leagueReplayPage(
  league: League,
  parts: {
    /** The page without a game. */
    readonly page: string;
    readonly look: replay.ReplaySeed["look"];
    readonly find: (id: string) => Promise<Result<LiveGame>>;
  },
): AsyncGenerator<string, void> {
  const { page, look, find } = parts;
  const [before = "", after = ""] = page.split(seedElement(replay.replaySeedId, null));
  yield before;
  const over = await runInSlices(gamesOver(league));
  const games: replay.ReplayEntry[] = [];
  for (const { id, round } of over.slice(0, MOST)) {
    const game = await find(id);
    // Games that were deleted, or cannot be read, are left out.
    if (!game.ok || game.value.state.deletedAt !== null) continue;
    const { outcome, seats } = game.value.state;
    if (outcome === null) continue;
    const seed = await runInSlices(replaySeed(game.value, look, over.length <= MOST_WITH_THOUGHTS));
    const [first, second] = seed.players;
    yield seedElement(replay.replaySeedIdOf(games.length), seed);
    games.push({ round, names: [first.name, second.name], seats: [seats[0].seat, seats[1].seat], result: outcome });
  }
  const book: replay.ReplayBook = { league: league.name, over: over.length, games, look };
  yield seedElement(replay.replaySeedId, book);
  yield after;
}
