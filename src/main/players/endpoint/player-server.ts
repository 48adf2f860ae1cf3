import {
  type CallToolResult,
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  McpServer,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { findGame } from "../../../games/register.ts";
import { describeIssues } from "../../../shared/issues.ts";
import {
  calledTools,
  gameEnd,
  gameInvite,
  gameStart,
  LEAGUE_PROTOCOL,
  type MessageType,
  moveRequest,
  roundResult,
  standingsUpdate,
} from "../../../shared/league-protocol.ts";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import { version } from "../../../shared/version.ts";

/** What a player that is a server hears, beside what it answers by itself. */
export interface PlayerNews {
  invited(invitation: z.infer<typeof gameInvite>): void;
  ended(match: z.infer<typeof gameEnd>): void;
  standings(update: z.infer<typeof standingsUpdate>): void;
}

export interface PlayerServerOptions {
  readonly name: string;
  /** The strategy of the game that it plays by. */
  readonly strategy: string;
  /** The token that every message must carry; null while it has none. */
  readonly token: () => string | null;
  readonly news: PlayerNews;
  /** In [0, 1). */
  readonly random: () => number;
}

/** Plays each move by one of the game's strategies, drawn by chance. */
export const MIXED = "mixed";

/** A player of `league.v1`: an MCP server that takes every invitation and moves by a strategy. */
export function createPlayerServer({ name, strategy, token, news, random }: PlayerServerOptions) {
  type Told = {
    readonly league_id: string;
    readonly conversation_id: string;
    readonly auth_token?: string | undefined;
  };
  /** The answer to a message; refused where that is not for this player. */
  type Answered<Message> = (message: Message) => Result<Record<string, unknown>>;

  const answerTo = <Message extends Told>(message: Message, run: Answered<Message>): CallToolResult => {
    const own = token();
    const answered =
      own === null || message.auth_token === own ? run(message) : refuse("INVALID_ARGUMENT", "The token is not mine.");
    if (!answered.ok) return { content: [{ type: "text", text: answered.message }], isError: true };
    const { league_id, conversation_id, auth_token } = message;
    const told = {
      ...{ protocol: LEAGUE_PROTOCOL, league_id, conversation_id, auth_token },
      ...{ sender: `player:${name}`, timestamp: new Date().toISOString() },
      ...answered.value,
    };
    return { content: [{ type: "text", text: JSON.stringify(told) }], structuredContent: told };
  };
  const noted = accept({ message_type: "ACKNOWLEDGED" });

  const makeServer = (): McpServer => {
    const server = new McpServer({ name: "kibitz-player", version });
    const take = <Schema extends z.ZodType<Told>>(
      type: MessageType,
      inputSchema: Schema,
      description: string,
      run: Answered<z.infer<Schema>>,
    ) => {
      for (const tool of calledTools[type])
        server.registerTool(tool, { description, inputSchema: z.looseObject({}) }, (given) => {
          const message = inputSchema.safeParse(given);
          if (message.success) return answerTo(message.data, run);
          return { content: [{ type: "text", text: describeIssues(message.error) }], isError: true };
        });
    };
    take("MOVE_REQUEST", moveRequest, "Makes a move: MOVE_REQUEST to MOVE_RESPONSE.", ({ game_state }) => {
      const move = moveFor(game_state, strategy, random);
      return move.ok ? accept({ message_type: "MOVE_RESPONSE", move: move.value, metadata: { strategy } }) : move;
    });
    take("GAME_INVITE", gameInvite, "Takes an invitation: GAME_INVITE to GAME_ACCEPT.", (message) => {
      news.invited(message);
      return accept({ message_type: "GAME_ACCEPT", match_id: message.match_id });
    });
    take("GAME_START", gameStart, "Hears of a game: GAME_START.", () => noted);
    take("ROUND_RESULT", roundResult, "Hears how a round or a game went: ROUND_RESULT.", () => noted);
    take("GAME_END", gameEnd, "Hears how a match went: GAME_END.", (message) => {
      news.ended(message);
      return noted;
    });
    take("STANDINGS_UPDATE", standingsUpdate, "Hears the table: STANDINGS_UPDATE.", (message) => {
      news.standings(message);
      return noted;
    });
    return server;
  };

  return ownMachineAlone(createMcpHandler(makeServer), "player");
}

/** Has a server answer at `/mcp`, to whoever calls it by this machine's own name. */
export const ownMachineAlone = (
  handler: Pick<ReturnType<typeof createMcpHandler>, "fetch" | "close">,
  what: "player" | "referee",
) => ({
  fetch: async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname !== "/mcp") return new Response(`The ${what} is at /mcp\n`, { status: 404 });
    if (request.headers.has("origin")) return new Response(`No page calls a ${what}\n`, { status: 403 });
    return hostHeaderValidationResponse(request, localhostAllowedHostnames()) ?? handler.fetch(request);
  },
  close: () => handler.close(),
});

/**
 * The strategy's move where the state has what a strategy needs, which a host of Kibitz tells; else any of the legal moves
 * that it lists. Refuses with `INVALID_ARGUMENT` a game or a strategy that is not there, and a state without legal moves.
 */
function moveFor(
  { game: kind, view, your_role, legal_moves }: z.infer<typeof moveRequest>["game_state"],
  name: string,
  random: () => number,
): Result<string> {
  const legalMoves = legal_moves?.map(String) ?? [];
  if (legalMoves.length === 0) return refuse("INVALID_ARGUMENT", "I need the legal moves.");
  if (kind === undefined || view === undefined || your_role === undefined)
    return accept(legalMoves[Math.floor(random() * legalMoves.length)] ?? "");
  const { levels: _, ...strategies } = findGame(kind)?.strategies ?? {};
  const all = Object.values(strategies);
  const strategy = name === MIXED ? all[Math.floor(random() * all.length)] : findGame(kind)?.strategies[name];
  if (!strategy) return refuse("INVALID_ARGUMENT", `I have no strategy ${name} for ${kind}.`);
  return accept(strategy.choose({ view, seat: your_role, legalMoves, level: 10, random }));
}
