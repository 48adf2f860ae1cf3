import type { z } from "zod";
import type { Fields } from "../../../shared/fields.ts";
import { describeIssues } from "../../../shared/issues.ts";
import { accept, invalid, mapResult, type Result } from "../../../shared/result.ts";
import { isSameSecret } from "../../base/derived-secrets.ts";
import type { Log } from "../../base/log.ts";
import { createProgramServer, type MessageTool } from "../message-server.ts";
import * as protocol from "../protocol.ts";
import { matchOf } from "../tokens.ts";

/** Finds a move, with remarks. Refuses with `INVALID_ARGUMENT` what it cannot play, `GAME_OVER` once cancelled. */
export type Mover = (
  request: z.infer<typeof protocol.moveRequest>,
  signal: AbortSignal,
) => Promise<Result<{ readonly move: string; readonly metadata: Fields }>>;

/** The fields of messages by which it is found out whether they are for this player. */
interface Address {
  readonly league_id: string;
  readonly conversation_id: string;
  readonly message_type: string;
  readonly match_id?: string | undefined;
  readonly game_id?: string | undefined;
  readonly auth_token?: string | undefined;
}

/** A player of `league.v1`: an MCP server that accepts every invitation. */
export function createPlayerServer(options: {
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
  readonly status: () => Fields;
  readonly log: Pick<Log, "debug">;
}) {
  const { sender, mover, token, news, status, log } = options;
  /** Whether a message is from the league, or from a match's referee and about that match. */
  const isOwn = ({ auth_token = "", message_type, match_id }: Address): boolean => {
    const own = token();
    const match = own === null ? null : matchOf(auth_token, own);
    const isOfMatch = match !== null && message_type !== "STANDINGS_UPDATE" && (match_id ?? match) === match;
    return own === null || isOfMatch || isSameSecret(auth_token, own);
  };
  const take = <Schema extends z.ZodType<Address>>(
    type: protocol.MessageType,
    schema: Schema,
    description: string,
    /** Returns the fields of the answer, with its type where that is not `ACKNOWLEDGED`. */
    run: (message: z.infer<Schema>, signal: AbortSignal) => Promise<Result<Fields>>,
  ): readonly MessageTool[] => {
    const answer: MessageTool["answer"] = async (args, signal) => {
      const message = schema.safeParse(args);
      if (!message.success) return invalid(describeIssues(message.error));
      const { league_id, conversation_id, auth_token, message_type, match_id, game_id } = message.data;
      const result = isOwn(message.data) ? await run(message.data, signal) : invalid("The token is not mine.");
      const about = { league: league_id, match: match_id, game: game_id, conversation: conversation_id };
      log.debug(result.ok ? message_type : `${message_type} is refused: ${result.message}`, about);
      const envelope = protocol.envelopeOf("ACKNOWLEDGED", league_id, conversation_id, sender(), Date.now());
      return mapResult(result, (fields) => ({ ...envelope, auth_token, ...fields }));
    };
    return protocol.calledTools[type].map((tool) => ({ tool, description, answer }));
  };
  const withNote =
    <Message>(tell?: (message: Message) => void) =>
    async (message: Message) => {
      tell?.(message);
      return accept({});
    };
  const tools = [
    take(
      "MOVE_REQUEST",
      protocol.moveRequest,
      "Makes a move: MOVE_REQUEST to MOVE_RESPONSE.",
      async (message, signal) =>
        mapResult(await mover(message, signal), (choice) => ({ message_type: "MOVE_RESPONSE", ...choice })),
    ),
    take("GAME_INVITE", protocol.gameInvite, "Takes an invitation: GAME_INVITE to GAME_ACCEPT.", async (message) => {
      news.onInvitation(message);
      return accept({ message_type: "GAME_ACCEPT", match_id: message.match_id });
    }),
    take("GAME_START", protocol.gameStart, "Hears of a game: GAME_START.", withNote(news.onStart)),
    take("ROUND_RESULT", protocol.roundResult, "Hears how a round or a game went: ROUND_RESULT.", withNote()),
    take("GAME_END", protocol.gameEnd, "Hears how a match went: GAME_END.", withNote(news.onEnd)),
    take("STANDINGS_UPDATE", protocol.standingsUpdate, "Hears the table: STANDINGS_UPDATE.", withNote(news.standings)),
  ];
  return createProgramServer("player", tools.flat(), status);
}
