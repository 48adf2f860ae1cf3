import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { GameCard } from "../../shared/api.ts";
import { matchNotice, type Notice, type TurnGame, turnNotice } from "../../shared/turn-notices.ts";
import { onGameEvent } from "../api/live.ts";
import { gameAddress, leagueAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { knownGame } from "../dashboard/counts.ts";
import { recall, remember } from "../ui/remember.ts";
import { invitations, nameOf } from "./invitations.ts";

/**
 * Whether the browser notifies the person of turns and matches while the page is hidden: `unasked` until they have
 * answered, `blocked` where the browser refuses, and `none` in the application's window, whose host notifies them
 * itself, and in browsers without notifications.
 */
export type Notices = "on" | "off" | "unasked" | "blocked" | "none";

const KEY = "kibitz-notices";
const state = signal(standing());
export const notices: ReadonlySignal<Notices> = state;

function standing(): Notices {
  if (window.kibitz || !("Notification" in window)) return "none";
  if (Notification.permission === "denied") return "blocked";
  const value = recall(KEY);
  if (value === "off") return "off";
  // A stored answer counts only while the browser still has its permission.
  return value === "on" && Notification.permission === "granted" ? "on" : "unasked";
}

/** Stores the person's answer; the browser asks for its permission where it has none yet. */
export async function wantNotices(isWanted: boolean): Promise<void> {
  if (isWanted) await Notification.requestPermission();
  remember(KEY, isWanted && Notification.permission === "granted" ? "on" : "off");
  state.value = standing();
}

/** The open notifications, by their subject: an outdated one is closed. */
const notifications = new Map<string, Notification>();

function forget(key: string): void {
  notifications.get(key)?.close();
  notifications.delete(key);
}

function tell(key: string, { title, body }: Notice, place: string): void {
  if (state.peek() !== "on" || document.hasFocus()) return;
  // Of several pages of one host the last one notifies; its tag replaces the others' notifications.
  const notice = new Notification(title, { body, tag: `kibitz-${key}` });
  notifications.set(key, notice);
  notice.onclick = () => {
    forget(key);
    window.focus();
    navigate(place);
  };
}

/**
 * Notifies the person from now on, while the page is hidden, of what waits for them. Returns a function that stops it.
 */
export function followNotices(): () => void {
  const endGames = onGameEvent(({ card }) => {
    const before = knownGame(card.game_id)?.peek().game;
    const game = turnGame(card);
    const news = turnNotice(before ? turnGame(before) : null, game);
    if (news) tell(game.id, news, gameAddress.path({ id: game.id }));
    else if (!game.isPersonsTurn && !game.offer) forget(game.id);
  });
  let ids: ReadonlySet<string> = new Set();
  const endCalls = effect(() => {
    const standing = new Map(invitations.value.map((each) => [nameOf(each), each]));
    for (const key of ids) if (!standing.has(key)) forget(key);
    for (const [key, match] of standing) {
      if (!ids.has(key)) tell(key, matchNotice(match), leagueAddress.path({ id: match.league_id }));
    }
    ids = new Set(standing.keys());
  });
  return () => {
    endGames();
    endCalls();
    for (const key of [...notifications.keys()]) forget(key);
  };
}

function turnGame({ game_id, seats, players, status, to_move, person_seats, draw_offer, takeback_offer }: GameCard) {
  const player = (seat: GameCard["seats"][number]) => ({
    seat,
    kind: players[seat]?.kind ?? ("agent" as const),
    name: players[seat]?.name ?? null,
  });
  const fromOther = (kind: "draw" | "takeback", from: string | null) =>
    from !== null && person_seats.some((seat) => seat !== from) ? { kind, from } : null;
  return {
    id: game_id,
    players: [player(seats[0]), player(seats[1])],
    isPersonsTurn: status === "live" && to_move.some((seat) => person_seats.includes(seat)),
    offer: fromOther("draw", draw_offer) ?? fromOther("takeback", takeback_offer),
  } satisfies TurnGame;
}
