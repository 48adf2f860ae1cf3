import * as mcp from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Fields } from "../../../shared/fields.ts";
import { describeIssues } from "../../../shared/issues.ts";
import * as protocol from "../../../shared/league-protocol.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import { version } from "../../../shared/version.ts";
import { isSameSecret, matchOf } from "../../base/derived-secrets.ts";
import type { Log } from "../../base/log.ts";

/**
 * Finds a move, and makes remarks about it for the record. Refuses with `INVALID_ARGUMENT` what it cannot play, and with
 * `GAME_OVER` when it was cancelled.
 */
export type Mover = (
  request: z.infer<typeof protocol.moveRequest>,
  signal: AbortSignal,
) => Promise<Result<{ readonly move: string; readonly metadata: Fields }>>;

export interface PlayerServerOptions {
  /** The signature of its answers: `player:ID`. */
  readonly sender: () => string;
  readonly mover: Mover;
  /** The token that every message must carry, or one of a match that follows from it; null before it has one. */
  readonly token: () => string | null;
  /** Called for messages, beside those that it answers by itself. */
  readonly news: {
    readonly onInvitation: (invitation: z.infer<typeof protocol.gameInvite>) => void;
    readonly onStart: (game: z.infer<typeof protocol.gameStart>) => void;
    readonly onEnd: (match: z.infer<typeof protocol.gameEnd>) => void;
    readonly standings: (update: z.infer<typeof protocol.standingsUpdate>) => void;
  };
  /** The content of its resource `status`, as JSON. */
  readonly status: () => Readonly<Record<string, unknown>>;
  readonly log: Pick<Log, "debug">;
}

/** A player of `league.v1`: an MCP server that accepts every invitation. */
export function createPlayerServer({ sender, mover, token, news, status, log }: PlayerServerOptions) {
  type MessageHandlers = {
    readonly league_id: string;
    readonly conversation_id: string;
    readonly message_type: string;
    readonly match_id?: string | undefined;
    readonly game_id?: string | undefined;
    readonly auth_token?: string | undefined;
  };
  /** Whether a message is from the league, or from a match's referee and about that match. */
  const isOwn = ({ auth_token = "", message_type, match_id }: MessageHandlers, own: string): boolean => {
    const match = matchOf(auth_token, own);
    const isOfMatch = match !== null && message_type !== "STANDINGS_UPDATE" && (match_id ?? match) === match;
    return isOfMatch || isSameSecret(auth_token, own);
  };
  /** The type of an answer, and its own fields. */
  type Reply = Fields & { readonly message_type: string };
  /** The answer to a message; a refusal where the message is not for this player. */
  type Handler<Message> = (message: Message, signal: AbortSignal) => Result<Reply> | Promise<Result<Reply>>;

  const answerTo = async <Message extends MessageHandlers>(
    message: Message,
    run: Handler<Message>,
    signal: AbortSignal,
  ): Promise<mcp.CallToolResult> => {
    const { league_id, conversation_id, auth_token, message_type, match_id, game_id } = message;
    const own = token();
    const isMine = own === null || isOwn(message, own);
    const result = isMine ? await run(message, signal) : invalid("The token is not mine.");
    const about = { league: league_id, match: match_id, game: game_id, conversation: conversation_id };
    log.debug(result.ok ? message_type : `${message_type} is refused: ${result.message}`, about);
    if (!result.ok) return { content: [{ type: "text", text: result.message }], isError: true };
    const { message_type: type, ...fields } = result.value;
    const reply = {
      ...protocol.envelopeOf(type, league_id, conversation_id, sender(), Date.now()),
      auth_token,
      ...fields,
    };
    return { content: [{ type: "text", text: JSON.stringify(reply) }], structuredContent: reply };
  };
  const withNote =
    <Message>(tell?: (message: Message) => void) =>
    (message: Message) => {
      tell?.(message);
      return accept({ message_type: "ACKNOWLEDGED" });
    };

  const makeServer = ({ era }: mcp.McpRequestContext): mcp.McpServer => {
    const server = new mcp.McpServer({ name: "kibitz-player", version });
    // A client of an earlier revision has no session here, so it cannot be notified.
    if (era === "modern") server.server.registerCapabilities({ resources: { subscribe: true } });
    const take = <Schema extends z.ZodType<MessageHandlers>>(
      type: protocol.MessageType,
      inputSchema: Schema,
      description: string,
      run: Handler<z.infer<Schema>>,
    ) => {
      for (const tool of protocol.calledTools[type])
        server.registerTool(tool, { description, inputSchema: z.looseObject({}) }, (args, { mcpReq }) => {
          const message = inputSchema.safeParse(args);
          if (message.success) return answerTo(message.data, run, mcpReq.signal);
          return { content: [{ type: "text", text: describeIssues(message.error) }], isError: true };
        });
    };
    take(
      "MOVE_REQUEST",
      protocol.moveRequest,
      "Makes a move: MOVE_REQUEST to MOVE_RESPONSE.",
      async (message, signal) => {
        const result = await mover(message, signal);
        return result.ok ? accept({ message_type: "MOVE_RESPONSE", ...result.value }) : result;
      },
    );
    take("GAME_INVITE", protocol.gameInvite, "Takes an invitation: GAME_INVITE to GAME_ACCEPT.", (message) => {
      news.onInvitation(message);
      return accept({ message_type: "GAME_ACCEPT", match_id: message.match_id });
    });
    take("GAME_START", protocol.gameStart, "Hears of a game: GAME_START.", withNote(news.onStart));
    take("ROUND_RESULT", protocol.roundResult, "Hears how a round or a game went: ROUND_RESULT.", withNote());
    take("GAME_END", protocol.gameEnd, "Hears how a match went: GAME_END.", withNote(news.onEnd));
    take("STANDINGS_UPDATE", protocol.standingsUpdate, "Hears the table: STANDINGS_UPDATE.", withNote(news.standings));
    registerStatus(server, STATUS_URI, status);
    return server;
  };

  const handler = mcp.createMcpHandler(makeServer);
  return {
    ...ownMachineAlone(handler, "player"),
    /** Tells subscribers that the status has changed. */
    statusChanged: () => handler.notify.resourceUpdated(STATUS_URI),
  };
}

const STATUS_URI = "kibitz-player://status";

/** Adds the resource `status` to a server. */
export function registerStatus(server: mcp.McpServer, uri: string, status: PlayerServerOptions["status"]): void {
  const about = { title: "Status", description: "Where it is in its life, as JSON.", mimeType: "application/json" };
  server.registerResource("status", uri, about, () => ({
    contents: [{ uri, mimeType: "application/json", text: JSON.stringify(status()) }],
  }));
}

/** Serves a server at `/mcp`, for callers that use this machine's own name. */
export const ownMachineAlone = (
  handler: Pick<ReturnType<typeof mcp.createMcpHandler>, "fetch" | "close">,
  role: "player" | "referee",
) => {
  let isClosing = false;
  return {
    fetch: async (request: Request): Promise<Response> => {
      if (new URL(request.url).pathname !== "/mcp") return new Response(`The ${role} is at /mcp\n`, { status: 404 });
      if (request.headers.has("origin")) return new Response(`No page calls a ${role}\n`, { status: 403 });
      const refusal = mcp.hostHeaderValidationResponse(request, mcp.localhostAllowedHostnames());
      const answer = refusal ?? (isClosing ? null : await handler.fetch(request));
      // A caller that is told so asks again, as this may be a restart.
      return answer && (answer.ok || !isClosing) ? answer : new Response(`The ${role} is closing\n`, { status: 503 });
    },
    close: () => {
      isClosing = true;
      return handler.close();
    },
  };
};
