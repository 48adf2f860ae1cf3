import type { Transport } from "@modelcontextprotocol/server";
import { awakeTime } from "../base/awake-time.ts";
import type { LiveGame } from "../games/live-game.ts";
import { opponentOf } from "../games/machine/game-state.ts";
import type { Services } from "./call.ts";
import { wakeText } from "./wake-text.ts";

/**
 * The experimental capability by which Claude Code recognises a server whose notifications reach its model (a research
 * preview).
 */
export const channelCapability = { "claude/channel": {} };
const CHANNEL = "notifications/claude/channel";

/**
 * Tells the agent at the other end of a connection, once a turn, that its person has done something, unless the agent
 * is in a call or has called since. Returns a function to call when the connection ends.
 */
export function tellOverChannel(
  transport: Pick<Transport, "send">,
  { games, wakes }: Services,
  connection: string,
): () => void {
  const due = new Map<string, () => void>();
  const look = (id: string): void => {
    due.get(id)?.();
    due.delete(id);
    const live = games.inMemory(id);
    const person = live && personAcross(live, connection);
    const ms = person ? wakes.dueIn(live, person) : null;
    if (!live || !person || ms === null) return;
    if (ms > 0)
      due.set(
        id,
        awakeTime.after(ms, () => look(id)),
      );
    else if (wakes.take(live, person)) tell(live, person);
  };
  const tell = (live: LiveGame, person: string): void => {
    const params = { content: wakeText(live, person), meta: { game_id: live.state.id } };
    // A connection that is closing needs no notification.
    transport.send({ jsonrpc: "2.0", method: CHANNEL, params }).catch(() => {});
  };
  const stop = games.listen(({ game }) => look(game.state.id));
  return () => {
    stop();
    for (const callOff of due.values()) callOff();
    due.clear();
  };
}

/** The person's seat in a game whose agent holds its own over this connection; null for any other game. */
const personAcross = ({ state }: LiveGame, connection: string): string | null =>
  state.seats.find(({ kind, seat }) => kind === "human" && opponentOf(state, seat).connection === connection)?.seat ??
  null;
