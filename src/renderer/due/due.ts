import { computed, signal } from "@preact/signals";
import type { GameCard } from "../../shared/api.ts";
import { type Due, type DueGame, dueFrom } from "../../shared/due.ts";
import { knownGames, knownRevision } from "../dashboard/counts.ts";
import { isYours } from "../dashboard/filters.ts";
import { invitations } from "../invitations/invitations.ts";
import { recall, remember } from "../ui/remember.ts";
import { awaitsAgent, callsOf } from "./agents.ts";

/** A game that may wait for the person, with its card. */
export interface OwnGame extends DueGame {
  readonly card: GameCard;
}

const KEY = "kibitz-opened";
/** Most games that are remembered: older ones are over, or have the person's moves. */
const MOST_OPENED = 50;
const opened = signal<readonly string[]>((recall(KEY) ?? "").split(" "));

/** Notes that the person has opened a game, so that it is not new any more. */
export function noteOpened(id: string): void {
  if (opened.peek().includes(id)) return;
  opened.value = [...opened.peek().slice(1 - MOST_OPENED), id];
  remember(KEY, opened.value.join(" "));
}

/** A card as a game that may wait for the person. */
function ownGame(card: GameCard): OwnGame {
  const { game_id, seats, players, status, to_move, person_seats, draw_offer, takeback_offer } = card;
  const player = (seat: GameCard["seats"][number]) => ({
    seat,
    kind: players[seat]?.kind ?? ("agent" as const),
    name: players[seat]?.name ?? null,
  });
  const fromOther = (kind: "draw" | "takeback", from: string | null) =>
    from !== null && person_seats.some((seat) => seat !== from) ? { kind, from } : null;
  return {
    card,
    id: game_id,
    players: [player(seats[0]), player(seats[1])],
    isPersonsTurn: status === "live" && to_move.some((seat) => person_seats.includes(seat)),
    offer: fromOther("draw", draw_offer) ?? fromOther("takeback", takeback_offer),
    isNew: card.begun_by_agent === true && !opened.value.includes(game_id),
    turnSince: card.turn_since,
    isAsleep: awaitsAgent(card) && Object.values(callsOf(game_id)).some((call) => call.not_listening_in === 0),
  };
}

/** Everything that waits for the person, as the page knows it; the same list until something else does. */
export const due = computed((): readonly Due<OwnGame>[] => {
  void knownRevision.value;
  const cards = [...knownGames()].map((game) => game.peek().game);
  return dueFrom(
    cards.filter((card) => isYours(card) && !card.deleted && card.status !== "finished").map(ownGame),
    invitations.value,
  );
});
