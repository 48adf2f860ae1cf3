import { answer, type Fields, failure, fieldsOf, type Request, rpcCodes } from "./message.ts";

/** Answers for requests whose host went away before it answered: better than silence until the client's time-out. */

const protocolVersion = "io.modelcontextprotocol/protocolVersion";
const subscriptionId = "io.modelcontextprotocol/subscriptionId";

const interruption = "Kibitz restarted while this call was under way. Nothing that was acknowledged is lost.";

/** The line that answers an interrupted request, in the words of the client's protocol era. */
export function answerInterrupted(request: Request): string {
  const { id, method, params } = request;
  // From 2026-07-28 on, a request names its revision and a result says that it is whole.
  const isModern = typeof fieldsOf(params._meta)?.[protocolVersion] === "string";
  const whole = isModern ? { resultType: "complete" } : {};
  if (method === "tools/call") return answer(id, { ...whole, ...toolResult(params) });
  // What a server says when it ends a subscription in good order; the client may subscribe anew.
  if (method === "subscriptions/listen") return answer(id, { ...whole, _meta: { [subscriptionId]: id } });
  return failure(id, rpcCodes.internal, `${interruption} Send the request again.`);
}

function toolResult(params: Fields): Fields {
  const tool = typeof params.name === "string" ? params.name : "";
  const given = fieldsOf(params.arguments) ?? {};
  return isWait(tool, given) ? overWait(tool, given) : interruptedCall(tool, given);
}

/** They change nothing. */
const waits: ReadonlySet<string> = new Set(["waitForNextTurn", "waitForNextMatch", "watchGame"]);

/** A game's own tools name no game; one of them waits where it is told how long. */
const isWait = (tool: string, { game_id, timeout_seconds }: Fields): boolean =>
  waits.has(tool) || (game_id === undefined && typeof timeout_seconds === "number" && timeout_seconds > 0);

/** A wait that found no host has not failed: it is over, and can be entered upon again. */
function overWait(tool: string, given: Fields): Fields {
  const why = "Call again";
  return {
    content: [{ type: "text", text: `Timeout: ${interruption}\n\n${nextAction(why, tool, given)}` }],
    structuredContent: {
      ...(typeof given.game_id === "string" ? { game_id: given.game_id } : {}),
      status: "timeout",
      next_action: { tool, arguments: given, text: `${interruption} ${why}` },
    },
  };
}

/**
 * Whether anything else was carried out is not known, so it is an error: nobody may take it for done. A move with the ply
 * that it is for is never played twice and can be repeated; of the rest it is to be looked up what has become of it.
 */
function interruptedCall(tool: string, given: Fields): Fields {
  const { game_id, seat_token, ply } = given;
  const token = typeof seat_token === "string" ? { seat_token } : {};
  const [why, next, args] =
    typeof game_id !== "string"
      ? (["See what there is", "listGames", {}] as const)
      : tool === "finishTurn" && ply !== undefined && ply !== null
        ? (["Call again", tool, given] as const)
        : (["See what has become of it", "getGame", { game_id, ...token }] as const);
  return {
    isError: true,
    content: [{ type: "text", text: `Error: ${interruption}\n\n${nextAction(why, next, args)}` }],
    structuredContent: {
      error: { code: "HOST_RESTARTED", message: interruption },
      next_action: { tool: next, arguments: args, text: why },
    },
  };
}

const nextAction = (why: string, tool: string, args: Fields) =>
  `**Next Action:** ${why}: ${tool} ${JSON.stringify(args)}`;
