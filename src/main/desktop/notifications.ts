import { Notification } from "electron";
import { seatTitle } from "../../shared/terms.ts";
import type { DesktopGame, DesktopGames } from "../desktop-games.ts";
import type { Log } from "../log.ts";
import { opponentName, playersText } from "./game-words.ts";
import { gamePlace } from "./places.ts";

export interface NotificationOptions {
  readonly games: DesktopGames;
  /** Whether the person has the window before them; then they see it all there. */
  readonly isInFront: () => boolean;
  readonly show: (place: string) => void;
  readonly log: Log;
}

/** What there is to tell of a game. */
interface News {
  readonly title: string;
  readonly body: string;
}

/** Tells the person when it becomes their turn, or they are offered a draw, while they look elsewhere. Returns what ends it. */
export function notifyOfTurns({ games, isInFront, show, log }: NotificationOptions): () => void {
  /** How each game stood after its last event. */
  const before = new Map(games.list().map((game) => [game.id, game]));
  /** Kept while they are on the screen: one that nobody holds forgets what a click on it does. */
  const told = new Map<string, Notification>();

  const forget = (id: string) => {
    told.get(id)?.close();
    told.delete(id);
  };
  const tell = (id: string, { title, body }: News) => {
    forget(id);
    const notification = new Notification({ title, body });
    notification.on("click", () => {
      forget(id);
      show(gamePlace(id));
    });
    notification.on("failed", (_event, error) => {
      log.warn(`the system showed no notification: ${error}`);
      if (told.get(id) === notification) told.delete(id);
    });
    told.set(id, notification);
    notification.show();
  };

  const stop = games.listen((id, game) => {
    const last = before.get(id) ?? null;
    if (game === null) before.delete(id);
    else before.set(id, game);
    const news = game && newsOf(last, game);
    if (news) {
      if (!isInFront() && Notification.isSupported()) tell(id, news);
    } else if (!game?.isPersonsTurn && !game?.offer) {
      // What it told of has passed: the person moved on another board.
      forget(id);
    }
  });
  return () => {
    stop();
    for (const id of [...told.keys()]) forget(id);
  };
}

/** What an event brought that the person has to answer; null where they have heard of it or did it themselves. */
function newsOf(last: DesktopGame | null, game: DesktopGame): News | null {
  // One person on both sides has just moved.
  if (game.players.every(({ kind }) => kind === "human")) return null;
  const opponent = opponentName(game);
  const body = `Game ${game.id}`;
  if (game.offer && game.offer.kind !== last?.offer?.kind) {
    const from = opponent ?? seatTitle(game.offer.from);
    const what = game.offer.kind === "draw" ? "offers a draw" : "asks to take a move back";
    return { title: `${from} ${what}`, body };
  }
  if (game.isPersonsTurn && last?.isPersonsTurn !== true) {
    return { title: opponent === null ? `Your turn: ${playersText(game)}` : `Your turn against ${opponent}`, body };
  }
  return null;
}
