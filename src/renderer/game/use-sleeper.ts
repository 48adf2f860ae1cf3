import { useEffect, useState } from "preact/hooks";
import type { GameDetail } from "../../shared/api.ts";
import type { Seat } from "../../shared/terms.ts";
import { getAgents } from "../api/client.ts";

/** How often it is asked whether an agent that does not listen has called, in milliseconds. */
const ASK_MS = 5_000;

/**
 * The agent that is to move after the person and does not listen. Asked when its turn begins, when it is taken to sleep,
 * and then until it calls.
 */
export function useSleeper({ game_id, status, person_seats, to_move, players, ply }: GameDetail): Seat | null {
  const [sleeper, setSleeper] = useState<Seat | null>(null);
  const wanted =
    status === "live" &&
    person_seats.length > 0 &&
    to_move.length > 0 &&
    to_move.every((seat) => players[seat]?.kind === "agent");
  useEffect(() => {
    setSleeper(null);
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const ask = async () => {
      const answer = await getAgents(game_id);
      if (ended) return;
      const agents = answer.ok ? Object.entries(answer.value) : [];
      const [seat, { asleep_in }] = agents.find(([, call]) => call.asleep_in !== null) ?? [null, { asleep_in: null }];
      setSleeper(asleep_in === 0 ? seat : null);
      if (!answer.ok || asleep_in !== null) timer = setTimeout(() => void ask(), (asleep_in ?? 0) * 1_000 || ASK_MS);
    };
    void ask();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [game_id, wanted, ply]);
  return sleeper;
}
