import { computed, effect, signal } from "@preact/signals";
import type { AgentCalls, GameCard } from "../../shared/api.ts";
import { type Due, type DueGame, dueFrom } from "../../shared/due.ts";
import { getAgents } from "../api/client.ts";
import { connection } from "../api/live.ts";
import { gameAddress } from "../app/address.ts";
import { paramsOf } from "../app/route.ts";
import { knownCards } from "../dashboard/counts.ts";
import { isYours } from "../dashboard/filters.ts";
import { invitations } from "../invitations/invitations.ts";

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
  const own = knownCards.value.filter((card) => isYours(card) && !card.deleted && card.status !== "finished");
  return dueFrom(own.map(ownGame), invitations.value);
});

/** Milliseconds between two requests. */
const ASK_MS = 5_000;
/** Most games whose agents are asked about. */
const MOST_GAMES = 8;

const agentCalls = signal<Readonly<Record<string, AgentCalls>>>({});
/** The last calls of a game's agents, by seat, as far as they are followed. */
export const callsOf = (id: string): AgentCalls => agentCalls.value[id] ?? {};

const agentsIn = ({ status, seats, players }: GameCard) =>
  status === "live" ? seats.filter((seat) => players[seat]?.kind === "agent") : [];

/** Whether an agent is to act in a game of the person: to move, or to answer. */
function awaitsAgent(card: GameCard): boolean {
  const { person_seats: own, to_move, draw_offer, takeback_offer } = card;
  const isAsked = own.some((seat) => seat === draw_offer || seat === takeback_offer);
  return own.length === 1 && agentsIn(card).some((seat) => isAsked || to_move.includes(seat));
}

/** A game whose agents a page names, besides the person's own. */
export const namedGame = signal<string | null>(null);

/** The games that are asked about, with how they stand: each action is a reason to ask again. */
const followedGames = computed((): string => {
  const open = paramsOf(gameAddress)?.id;
  const isNamed = ({ game_id: id, person_seats: own }: GameCard) =>
    id === namedGame.value || (id === open && own.length > 0);
  const isFollowed = (card: GameCard) => (isNamed(card) ? agentsIn(card).length > 0 : awaitsAgent(card));
  const stateOf = (card: GameCard) => `${card.game_id} ${card.ply} ${card.draw_offer} ${card.takeback_offer}`;
  return knownCards.value.filter(isFollowed).slice(-MOST_GAMES).map(stateOf).join("\n");
});

/**
 * Asks from now on about the agents of the open game, and those that are to act in the person's games: after each action,
 * every few seconds, and when one is about to count as not listening.
 */
export const followAgents = (): (() => void) =>
  effect(() => {
    if (followedGames.value === "" || connection.value !== "connected") return;
    const ids = followedGames.value.split("\n").map((state) => state.split(" ")[0] ?? "");
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasEnded = false;
    const ask = async () => {
      const all = await Promise.all(ids.map(async (id) => ({ id, answer: await getAgents(id) })));
      if (hasEnded) return;
      agentCalls.value = Object.fromEntries(all.map(({ id, answer }) => [id, answer.ok ? answer.value : callsOf(id)]));
      const due = Object.values(agentCalls.value).flatMap((calls) =>
        Object.values(calls).map((call) => (call.not_listening_in ?? 0) * 1_000),
      );
      timer = setTimeout(() => void ask(), Math.min(ASK_MS, ...due.filter((ms) => ms > 0)));
    };
    void ask();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  });
