import { type Fields, fieldsOf } from "../shared/fields.ts";
import { answer, failure, isId, type Request, rpcCodes, wholeFor } from "./message.ts";

/** Answers requests whose host went away before it answered: better than silence until the client's time-out. */

const subscriptionId = "io.modelcontextprotocol/subscriptionId";

const interruptionText = "Kibitz restarted while this call was under way. Nothing that was acknowledged is lost.";
const callAgain = "Call again";

/** Answers an interrupted request in the words of its era; `toolsets` are those that the client asked for. */
export function answerInterrupted(request: Request, toolsets: string | null = null): string {
  const { id, method, params } = request;
  const whole = wholeFor(request);
  if (method === "tools/call") return answer(id, { ...whole, ...toolResult(params, toolsets) });
  // A keep-alive of the client concerns the shim, which is there.
  if (method === "ping") return answer(id, whole);
  // A server's orderly end of a subscription; the client may subscribe anew.
  if (method === "subscriptions/listen") return answer(id, { ...whole, _meta: { [subscriptionId]: id } });
  return failure(id, rpcCodes.internal, `${interruptionText} Send the request again.`);
}

function toolResult(params: Fields, toolsets: string | null): Fields {
  const tool = typeof params.name === "string" ? params.name : "";
  const args = fieldsOf(params.arguments) ?? {};
  // A wait that found no host has not failed: it is over, and can be started again.
  if (isWait(tool, args)) {
    const about = typeof args.game_id === "string" ? { game_id: args.game_id } : {};
    const text = `${interruptionText} ${callAgain}`;
    return answerLeading("Timeout", [callAgain, tool, args], text, { ...about, status: "timeout" });
  }
  // Whether any other call was carried out is unknown, so the answer is an error: nobody may take it for done.
  const isGameAlone = /\bgame\b/.test(toolsets ?? "") && !/\bplay\b/.test(toolsets ?? "");
  const way = wayOn(tool, args, isGameAlone);
  const error = { code: "HOST_RESTARTED", message: interruptionText };
  return { isError: true, ...answerLeading("Error", way, way[0], { error }) };
}

/** An answer with the next call; `text` is its purpose among the fields. */
const answerLeading = (news: string, [why, tool, args]: WayOn, text: string, fields: Fields): Fields => ({
  content: [
    { type: "text", text: `${news}: ${interruptionText}\n\n**Next Action:** ${why}: ${tool} ${JSON.stringify(args)}` },
  ],
  structuredContent: { ...fields, next_action: { tool, arguments: args, text } },
});

/** Tools that change nothing. */
const waitingTools: ReadonlySet<string> = new Set(["waitForNextTurn", "waitForNextMatch", "watchGame"]);

/** A game's own tools name no game; the one that waits is known by its time limit. */
const isWait = (tool: string, { game_id, timeout_seconds }: Fields): boolean =>
  waitingTools.has(tool) || (game_id === undefined && typeof timeout_seconds === "number" && timeout_seconds > 0);

/** Tools that only read, or that do something once: a repeated call does no harm. */
const repeatableTools: ReadonlySet<string> = new Set([
  "askPerson",
  "joinGame",
  "getGame",
  "listGames",
  "myGames",
  "watchBoard",
  "getLeague",
  "listLeagues",
  "describePosition",
  "previewLine",
  "evaluatePosition",
  "reviewGame",
  "lookAtBoard",
  "writeOnBoard",
  "askOnBoard",
]);

/** The tool that shows the outcome of a call that names no game and no league; of the same toolset. */
const outcomeTold: Readonly<Record<string, string>> = {
  createGame: "myGames",
  createLeague: "listLeagues",
  view_game_state: "view_game_state",
  get_turn: "view_game_state",
  make_move: "view_game_state",
  taunt_player: "view_game_state",
  restart_game: "view_game_state",
  get_game_history: "view_game_state",
};

/** The purpose of the next call, its tool and its arguments. */
type WayOn = readonly [why: string, tool: string, args: Fields];

/** The next call: a move with its ply is never played twice; `isGameAlone` clients have four tools. */
function wayOn(tool: string, args: Fields, isGameAlone: boolean): WayOn {
  const { game_id, league_id, seat_token, ply } = args;
  const isRepeatable =
    repeatableTools.has(tool) ||
    (isGameAlone && tool === "createGame") ||
    (tool === "finishTurn" && ply !== undefined && ply !== null);
  if (isRepeatable) return [callAgain, tool, args];
  const why = "See what has become of it";
  const token = typeof seat_token === "string" ? { seat_token } : {};
  if (isId(game_id)) return [why, isGameAlone ? "waitForNextTurn" : "getGame", { game_id, ...token }];
  if (isId(league_id)) return [why, "getLeague", { league_id }];
  return [why, outcomeTold[tool] ?? "listGames", {}];
}
