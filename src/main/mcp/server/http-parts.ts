import { setTimeout as delay } from "node:timers/promises";
import * as mcp from "@modelcontextprotocol/server";
import { withoutNulls } from "../../../shared/fields.ts";
import { refuse } from "../../../shared/result.ts";
import { LONGEST_BODY } from "../../flow/backlogs.ts";
import { inFiveSeconds, refusalAnswer } from "../answers/answer.ts";

/** A request, not yet read, whose Accept header names each type in full, as the SDK wants it (RFC 9110, 12.5.1). */
export function spelledOut(request: Request): Request {
  const { url, method, headers, signal } = request;
  const accept = headers.get("accept");
  const list = acceptedTypes.filter((type) => acceptsType(accept, type));
  if (list.every((type) => accept?.includes(type))) return request;
  const result = new Headers(headers);
  result.set("accept", list.join(", "));
  return new Request(url, { method, headers: result, signal });
}

const acceptedTypes = ["application/json", "text/event-stream"];

/** Whether an Accept header includes a type: the most specific range that names it decides. */
function acceptsType(accept: string | null, type: string): boolean {
  const ranges = (accept?.trim() || "*/*").toLowerCase().split(",");
  const weights = new Map(ranges.map((range) => [range.split(";")[0]?.trim(), !/;\s*q=0(\.0*)?\s*$/.test(range)]));
  return (
    [type, type.replace(/\/.*/, "/*"), "*/*"].map((name) => weights.get(name)).find((is) => is !== undefined) ?? false
  );
}

/** A request's body, parsed once, since the SDK would do it in each step; or a response that refuses it. */
export async function readJson(request: Request): Promise<unknown> {
  try {
    // Where the length is given, and enforced by the door, the text needs no stream, which costs more than the text.
    if (Number(request.headers.get("content-length") ?? Number.NaN) <= LONGEST_BODY)
      return messageIn(await request.text());
    const body = await mcp.readRequestBody(request, LONGEST_BODY);
    if (body.tooLarge) return rpcError(413, -32000, `Payload Too Large: a request holds at most ${LONGEST_BODY} bytes`);
    return messageIn(body.text);
  } catch {
    return rpcError(400, -32700, "Parse error: the body is not JSON");
  }
}

/** Throws for a text that is not JSON. */
function messageIn(text: string): unknown {
  const message: unknown = JSON.parse(text);
  return text.includes("null") ? withoutNulls(message) : message;
}

/** A refusal for a request as a whole. */
export function rpcError(status: number, code: number, message: string, headers: Record<string, string> = {}) {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers });
}

/** Milliseconds that a closing host waits for answers under way. */
export const LAST_ANSWERS_MS = 500;

/** Answers while the host closes: tools with the `fields` of their revision, or null for none, and else an error. */
export function closingAnswer(body: unknown, fields: object | null): Response {
  const answers = [body].flat().flatMap((message) =>
    requestId(message).map((id) => {
      if (fields === null || !mcp.isSpecType.CallToolRequest(message))
        return { jsonrpc: "2.0", id, error: { code: -32000, message: `${hostClosing.code}: ${hostClosing.message}` } };
      const { name: tool, arguments: args = {} } = message.params;
      const { text, fields: structured } = refusalAnswer(hostClosing, inFiveSeconds({ tool, arguments: args }));
      const result = { content: [{ type: "text", text }], structuredContent: structured, isError: true };
      return { jsonrpc: "2.0", id, result: { ...fields, ...result } };
    }),
  );
  if (answers.length === 0) return rpcError(503, -32000, `${hostClosing.code}: ${hostClosing.message}`);
  const isRefused = answers.some((answer) => "error" in answer);
  return Response.json(Array.isArray(body) ? answers : answers[0], { status: isRefused ? 503 : 200 });
}

const hostClosing = refuse(
  "HOST_CLOSING",
  "Kibitz is closing. What it has acknowledged is saved; go on when it is back",
);

export function requestId(message: unknown): mcp.RequestId[] {
  if (typeof message !== "object" || message === null || !("id" in message) || !("method" in message)) return [];
  return typeof message.id === "string" || typeof message.id === "number" ? [message.id] : [];
}

/** Serves an MCP server over HTTP that knows nobody from an earlier request. While it closes, tools answer with an error. */
export function createStatelessHttp(makeServer: () => mcp.McpServer, onerror: (error: Error) => void) {
  const { fetch, close } = mcp.createMcpHandler(makeServer, { onerror });
  const underWay = new Set<Promise<Response>>();
  let closing = false;
  const answer = async (request: Request, isLate: boolean): Promise<Response> => {
    const body = request.method === "POST" ? await readJson(request) : undefined;
    if (body instanceof Response) return body;
    return isLate ? closingAnswer(body, null) : fetch(spelledOut(request), { parsedBody: body });
  };
  return {
    fetch: (request: Request): Promise<Response> => {
      const answering = answer(request, closing).finally(() => underWay.delete(answering));
      underWay.add(answering);
      return answering;
    },
    close: async () => {
      closing = true;
      await Promise.race([Promise.allSettled(underWay), delay(LAST_ANSWERS_MS, null, { ref: false })]);
      await close();
    },
  };
}
