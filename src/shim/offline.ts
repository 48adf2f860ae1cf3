import { type Fields, fieldsOf, jsonIn } from "../shared/fields.ts";
import { version } from "../shared/version.ts";
import { answer, failure, type Request, rpcCodes, wholeFor } from "./message.ts";

/** JSON-RPC 2.0: there is no such method. */
const NO_METHOD = -32601;
/** The revision for clients that do not name one. */
const USUAL_REVISION = "2025-06-18";

/**
 * The shim's own answers while no host can be reached: the client can connect, and has one tool, whose answer says what
 * to do. An error at the beginning would be shown to nobody, or look like a broken program. Null for requests that need
 * a host.
 */
export function offlineResult({ method, params }: Request, problem: string): Fields | null {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: typeof params.protocolVersion === "string" ? params.protocolVersion : USUAL_REVISION,
        // The capabilities declared here hold for the host that comes later, too.
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: "kibitz", title: "Kibitz", version },
        instructions: problem,
      };
    case "ping":
      return {};
    case "tools/list":
      return { tools: [startKibitz] };
    case "tools/call":
      return toolProblem(problem);
    default:
      return null;
  }
}

const startKibitz = {
  name: "startKibitz",
  title: "Start Kibitz",
  description:
    "Kibitz, at whose tables games are played, is not running. Looks for it again, and says what to do. Once it runs, " +
    "this also calls its other tools, where your assistant does not show them.",
  inputSchema: {
    type: "object",
    properties: {
      tool: { type: "string", description: "A tool of Kibitz to call, such as createGame." },
      arguments: { type: "object", properties: {}, description: "The arguments of that tool." },
    },
    additionalProperties: false,
  },
};

/** Whether a client calls the tool of the shim, which many go on showing after they were told of others. */
const callsStart = ({ method, params }: Request): boolean =>
  method === "tools/call" && params.name === startKibitz.name;

/** The call of another tool that a call of `startKibitz` carries; any other request unchanged. */
export function carriedCall(request: Request): Request {
  const callArgs = callsStart(request) ? fieldsOf(request.params.arguments) : null;
  if (typeof callArgs?.tool !== "string" || callArgs.tool === startKibitz.name) return request;
  const { tool: name, arguments: args } = callArgs;
  const value = typeof args === "string" ? jsonIn(args) : args;
  return { ...request, params: { ...request.params, name, arguments: fieldsOf(value) ?? {} } };
}

/** The answer to `startKibitz` while a host is there: what to do next; null for any other request. */
export const startedAnswer = (request: Request): string | null =>
  callsStart(request) ? answer(request.id, { ...wholeFor(request), content: [{ type: "text", text: notice }] }) : null;

const notice =
  "Kibitz is running. List the tools again and play: createGame starts a game, joinGame takes a seat in one, and each " +
  "answer says what to call next. If your assistant shows no other tool than this one, call them through it: " +
  'startKibitz {"tool":"createGame","arguments":{}}. Or have the person start this server, or the chat, again: then all ' +
  "tools are shown.";

/** The answer for a client: the result, or an error where there is none. */
export const offlineAnswer = (request: Request, result: Fields | null, problem: string, code = NO_METHOD): string =>
  result === null ? failure(request.id, code, problem) : answer(request.id, { ...wholeFor(request), ...result });

/** The answer to a request for which no host was found: a model reads the results of its tools alone. */
export const failedAnswer = (request: Request, problem: string): string =>
  offlineAnswer(request, request.method === "tools/call" ? toolProblem(problem) : null, problem, rpcCodes.internal);

const toolProblem = (text: string): Fields => ({ isError: true, content: [{ type: "text", text }] });
