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
  const next = nextCall(params);
  const call = (why: string) => `**Next Action:** ${why}: ${next.tool} ${JSON.stringify(next.arguments)}`;
  if (next.repeats) {
    // A wait that found no host has not failed: it is over, and can be entered upon again.
    const why = "Call again";
    return {
      content: [{ type: "text", text: `Timeout: ${interruption}\n\n${call(why)}` }],
      structuredContent: {
        ...(typeof next.arguments.game_id === "string" ? { game_id: next.arguments.game_id } : {}),
        status: "timeout",
        next_action: { tool: next.tool, arguments: next.arguments, text: `${interruption} ${why}` },
      },
    };
  }
  const why = next.tool === "listGames" ? "See what there is" : "See what has become of it";
  return {
    isError: true,
    content: [{ type: "text", text: `Error: ${interruption}\n\n${call(why)}` }],
    structuredContent: {
      error: { code: "HOST_RESTARTED", message: interruption },
      next_action: { tool: next.tool, arguments: next.arguments, text: why },
    },
  };
}

interface NextCall {
  readonly tool: string;
  readonly arguments: Fields;
  /** Whether it is the same call again. */
  readonly repeats: boolean;
}

/**
 * A wait can simply be repeated, and so can a move with the ply that it is for, which is never played twice. Whether
 * anything else was carried out is to be looked up first.
 */
function nextCall(params: Fields): NextCall {
  const given = fieldsOf(params.arguments) ?? {};
  const { game_id, seat_token, ply } = given;
  const tool = typeof params.name === "string" ? params.name : "";
  if (typeof game_id !== "string") return { tool: "listGames", arguments: {}, repeats: false };
  const isMove = tool === "finishTurn" && ply !== undefined && ply !== null;
  if (tool === "waitForNextTurn" || tool === "watchGame" || isMove) return { tool, arguments: given, repeats: true };
  const token = typeof seat_token === "string" ? { seat_token } : {};
  return { tool: "getGame", arguments: { game_id, ...token }, repeats: false };
}
