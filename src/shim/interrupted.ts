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
  const advice =
    next.tool === "listGames"
      ? "Call listGames to see what there is, then go on."
      : "Call getGame or waitForNextTurn with the same game_id to go on.";
  const text = `Error: ${interruption} ${advice}`;
  const call = `Next Action: call ${next.tool} with ${JSON.stringify(next.arguments)}`;
  return {
    isError: true,
    content: [{ type: "text", text: `${text}\n\n${call}` }],
    structuredContent: {
      error: { code: "HOST_RESTARTED", message: `${interruption} ${advice}` },
      next_action: { ...next, text: advice },
    },
  };
}

/** A wait can simply be repeated; whether anything else was carried out is to be looked up first. */
function nextCall(params: Fields): { readonly tool: string; readonly arguments: Fields } {
  const given = fieldsOf(params.arguments) ?? {};
  const { game_id, seat_token } = given;
  if (typeof game_id !== "string") return { tool: "listGames", arguments: {} };
  if (params.name === "waitForNextTurn") return { tool: "waitForNextTurn", arguments: given };
  return { tool: "getGame", arguments: typeof seat_token === "string" ? { game_id, seat_token } : { game_id } };
}
