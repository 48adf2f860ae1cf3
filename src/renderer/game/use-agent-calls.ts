import { useEffect, useState } from "preact/hooks";
import type { AgentCalls, GameDetail } from "../../shared/api.ts";
import { getAgents } from "../api/client.ts";

/** Milliseconds between two requests. */
const ASK_MS = 5_000;

/**
 * The calls of a game's agents, while they are wanted: requested after each action, every few seconds, and when an agent
 * is about to count as not listening.
 */
export function useAgentCalls({ game_id, ply, draw_offer, takeback_offer }: GameDetail, isWanted: boolean): AgentCalls {
  const [calls, setCalls] = useState<AgentCalls>({});
  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasEnded = false;
    const ask = async () => {
      const answer = await getAgents(game_id);
      if (hasEnded) return;
      if (answer.ok) setCalls(answer.value);
      const due = answer.ok ? Object.values(answer.value).map((call) => (call.not_listening_in ?? 0) * 1_000) : [];
      timer = setTimeout(() => void ask(), Math.min(ASK_MS, ...due.filter((ms) => ms > 0)));
    };
    void ask();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }, [game_id, isWanted, ply, draw_offer, takeback_offer]);
  return isWanted ? calls : {};
}
