import { useEffect, useState } from "preact/hooks";
import type { AgentCall, GameDetail } from "../../shared/api.ts";
import type { Seat } from "../../shared/terms.ts";
import { getAgents } from "../api/client.ts";

/** Milliseconds between two checks whether a sleeping agent has called. */
const ASK_MS = 5_000;

/** A sleeping agent, and the link that opens it where it has one. */
export interface Sleeper extends Pick<AgentCall, "opens"> {
  readonly seat: Seat;
}

/**
 * The agent that sleeps while it is to answer the person's move or offer. Checked when that begins, when the agent
 * counts as asleep, and then until it calls.
 */
export function useSleeper(game: GameDetail): Sleeper | null {
  const { game_id, status, person_seats, to_move, players, ply, draw_offer, takeback_offer } = game;
  const [sleeper, setSleeper] = useState<Sleeper | null>(null);
  const isAgents = (seat: Seat) => players[seat]?.kind === "agent";
  const offered = [draw_offer, takeback_offer].some((seat) => seat !== null && person_seats.includes(seat));
  const wanted =
    status === "live" &&
    person_seats.length > 0 &&
    to_move.length > 0 &&
    (to_move.every(isAgents) || (offered && game.seats.some(isAgents)));
  useEffect(() => {
    setSleeper(null);
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const ask = async () => {
      const answer = await getAgents(game_id);
      if (ended) return;
      const agents = answer.ok ? Object.entries(answer.value) : [];
      const [seat, call] = agents.find(([, { asleep_in }]) => asleep_in !== null) ?? [];
      const asleep_in = call?.asleep_in ?? null;
      setSleeper(seat !== undefined && call?.asleep_in === 0 ? { seat, opens: call.opens } : null);
      if (!answer.ok || asleep_in !== null) timer = setTimeout(() => void ask(), (asleep_in ?? 0) * 1_000 || ASK_MS);
    };
    void ask();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [game_id, wanted, ply, offered]);
  return sleeper;
}
