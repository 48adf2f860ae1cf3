import { seatTitle } from "../../shared/terms.ts";
import { clip } from "../../shared/text.ts";
import type { DesktopCalls } from "../desktop-calls.ts";
import type { DesktopGame, DesktopGames } from "../desktop-games.ts";
import { NAME_IN_MENU, opponentName, playersText } from "./game-words.ts";
import type { News, Notifier } from "./notifier.ts";
import { gamePlace, leaguePlace } from "./places.ts";

/** Tells the person when it becomes their turn, or they are offered a draw. Returns what ends it. */
export function notifyOfTurns(games: DesktopGames, { tell, forget }: Notifier): () => void {
  /** How each game stood after its last event. */
  const before = new Map(games.list().map((game) => [game.id, game]));
  return games.listen((id, game) => {
    const last = before.get(id) ?? null;
    if (game === null) before.delete(id);
    else before.set(id, game);
    const news = game && newsOf(last, game);
    if (news) tell(id, news);
    // What it told of has passed: the person moved on another board.
    else if (!game?.isPersonsTurn && !game?.offer) forget(id);
  });
}

/** Tells the person of the matches to which a league calls them. Returns what ends it. */
export function notifyOfCalls(calls: DesktopCalls, { tell, forget }: Notifier): () => void {
  let told: ReadonlySet<string> = new Set();
  return calls.listen(() => {
    const standing = new Map(calls.list().map((each) => [`${each.league_id}.${each.entrant}.${each.round}`, each]));
    for (const key of told) if (!standing.has(key)) forget(key);
    for (const [key, { opponent, league, league_id, round }] of standing) {
      if (told.has(key)) continue;
      const title = `Your match against ${clip(opponent, NAME_IN_MENU)}`;
      tell(key, { title, body: `Round ${round} of ${league}`, place: leaguePlace(league_id) });
    }
    told = new Set(standing.keys());
  });
}

/** What an event brought that the person has to answer; null where they have heard of it or did it themselves. */
function newsOf(last: DesktopGame | null, game: DesktopGame): News | null {
  // One person on both sides has just moved.
  if (game.players.every(({ kind }) => kind === "human")) return null;
  const opponent = opponentName(game);
  const where = { body: `Game ${game.id}`, place: gamePlace(game.id) };
  if (game.offer && game.offer.kind !== last?.offer?.kind) {
    const from = opponent ?? seatTitle(game.offer.from);
    const what = game.offer.kind === "draw" ? "offers a draw" : "asks to take a move back";
    return { title: `${from} ${what}`, ...where };
  }
  if (game.isPersonsTurn && last?.isPersonsTurn !== true) {
    return { title: opponent === null ? `Your turn: ${playersText(game)}` : `Your turn against ${opponent}`, ...where };
  }
  return null;
}
