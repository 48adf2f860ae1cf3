// A player, written from the table of `league.v1` alone.
import { createHmac, randomUUID } from "node:crypto";
import { type Handler, type Handlers, type Message, messageOf, send, serve } from "./wire.ts";

export interface PlayerOptions {
  readonly name: string;
  readonly port?: number;
  /** Answers in place of the right ones, by message type. */
  readonly instead?: Handlers;
  /** The content of its resource `status`; absent for a player without one. */
  readonly status?: () => string;
  /** Whether that resource can be subscribed to. */
  readonly subscribable?: boolean;
}

/** Opens a player that moves by chance and remembers what it was told. */
export async function openPlayer({ name, port, instead = {}, status, subscribable }: PlayerOptions) {
  const player_id = randomUUID();
  let state: "INIT" | "REGISTERED" | "ACTIVE" | "IN_GAME" | "SHUTDOWN" = "INIT";
  let token: unknown = null;
  /** Whether a message comes from the league, or from the referee of the match that its token is for. */
  const isMine = ({ auth_token, match_id, message_type }: Message): boolean => {
    if (token === null || auth_token === token) return true;
    const [, match = "", attempt = "", proof] = /^(.+)\.(\d+)\.([\w-]{32})$/.exec(String(auth_token)) ?? [];
    const made = createHmac("sha256", String(token)).update(`match ${match} ${attempt}`).digest("base64url");
    if (proof !== made.slice(0, 32) || message_type === "STANDINGS_UPDATE") return false;
    return match_id === undefined || match_id === match;
  };
  const own =
    (handle: Handler): Handler =>
    async (message) => {
      if (!isMine(message)) throw new Error("The token is not mine.");
      return { auth_token: message["auth_token"], ...(await handle(message)) };
    };
  const noted = (next: typeof state, type: string) => (): Message => {
    state = next;
    return { message_type: `${type}_ACK` };
  };
  const handlers: Handlers = {
    GAME_INVITE: ({ match_id }) => ({ message_type: "GAME_ACCEPT", match_id }),
    GAME_START: noted("IN_GAME", "GAME_START"),
    MOVE_REQUEST: ({ game_state }) => ({
      message_type: "MOVE_RESPONSE",
      move: moveIn(game_state),
      metadata: { strategy: "chance" },
    }),
    ROUND_RESULT: noted("IN_GAME", "ROUND_RESULT"),
    GAME_END: noted("ACTIVE", "GAME_END"),
    STANDINGS_UPDATE: noted("ACTIVE", "STANDINGS_UPDATE"),
    ...instead,
  };
  const checked = Object.fromEntries(Object.entries(handlers).map(([type, handle]) => [type, own(handle)]));
  const served = await serve(name, `player:${player_id}`, checked, { port, status, subscribable });
  return {
    ...served,
    player_id,
    name,
    state: () => state,
    token: () => token,
    told: (type: string) => served.heard.filter(({ message_type }) => message_type === type),
    /** Registers in a league, and gives the league's answer. */
    register: async (address: string, league: string, headers = {}, fields: Message = {}) => {
      const request = messageOf("LEAGUE_REGISTER_REQUEST", league, randomUUID(), `player:${player_id}`, {
        player_id,
        display_name: name,
        endpoint: served.endpoint,
        capabilities: { games: ["odd-even"] },
        ...fields,
      });
      const answer = await send(address, request, { headers });
      if (answer["success"] === true) {
        token = answer["auth_token"];
        state = "REGISTERED";
      }
      return answer;
    },
  };
}

/** Any of the moves that the state lists, or a number from 1 to 5 where it lists none. */
function moveIn(state: unknown): string | number {
  const listed = typeof state === "object" && state !== null && "legal_moves" in state ? state.legal_moves : null;
  const moves = Array.isArray(listed) && listed.length > 0 ? listed : [1, 2, 3, 4, 5];
  return moves[Math.floor(Math.random() * moves.length)];
}
