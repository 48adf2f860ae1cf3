import { computed } from "@preact/signals";
import type { GameCard } from "../../shared/api.ts";
import { type Due, type DueGame, dueFrom } from "../../shared/due.ts";
import { gameAddress } from "../app/address.ts";
import { paramsOf } from "../app/route.ts";
import { knownGames, knownRevision } from "../dashboard/counts.ts";
import { isYours } from "../dashboard/filters.ts";
import { invitations } from "../invitations/invitations.ts";
import { awaitsAgent, callsOf } from "./agents.ts";

/** A game that may wait for the person, with its card. */
export interface OwnGame extends DueGame {
  readonly card: GameCard;
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
    isNew: card.begun_by_agent === true && paramsOf(gameAddress)?.id !== game_id,
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
