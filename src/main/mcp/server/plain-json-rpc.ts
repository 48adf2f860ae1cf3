import { isInitializeRequest } from "@modelcontextprotocol/server";
import { z } from "zod";
import { definitions } from "../../../games/register.ts";
import { fieldIn, fieldsOf } from "../../../shared/fields.ts";
import { defaultToolsets, type Toolset } from "../../../shared/toolsets.ts";

/**
 * The plain form: JSON-RPC by POST, without a session and without the envelope of a revision, for clients of the older
 * system whose tools a game offers. Its requests are served like those of the revision without sessions.
 */

/** The name of the newest revision without a session. */
const REVISION = "2026-07-28";
/** The revision that such clients know from the old system. */
const OLD_REVISION = "2024-11-05";

const plainRequest = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).nullish(),
});
export type PlainRequest = z.infer<typeof plainRequest>;

const broughtAlong = definitions.flatMap(({ tools }) => (tools ? [tools] : []));
/** The tools' names serve as methods too. */
const toolNames = broughtAlong.flatMap(({ list }) => list.map(({ name }) => name));

/** The toolsets that its URL names, or the default ones and those for this form; null where it names only others. */
function toolsetsFor(request: readonly Toolset[] | null): readonly Toolset[] | null {
  const extra = broughtAlong.map(({ toolset }) => toolset);
  if (request === null) return [...defaultToolsets, ...extra];
  return request.some((name) => extra.includes(name)) ? request : null;
}

/** A plain request; null for one that accepts an event stream or names a revision or session, as `curl` does not. */
export function readPlain({ method, headers }: Request, body: unknown): PlainRequest | null {
  if (method !== "POST" || headers.has("mcp-session-id") || headers.has("mcp-protocol-version")) return null;
  if (headers.get("accept")?.toLowerCase().includes("text/event-stream") || isInitializeRequest(body)) return null;
  return plainRequest.safeParse(body).data ?? null;
}

/** Answers with `application/json`; null where the requested toolsets have no such form. */
export async function answerPlain(
  { id, method, params }: PlainRequest,
  request: Request,
  door: {
    /** The toolsets that the URL names; null where it names none. */
    readonly toolsets: readonly Toolset[] | null;
    readonly version: string;
    /** Answers a request of the revision without sessions. */
    readonly fetch: (request: Request, toolsets: readonly Toolset[], body: unknown) => Promise<Response>;
  },
): Promise<Response | null> {
  const toolsets = toolsetsFor(door.toolsets);
  if (toolsets === null) return null;
  if (id === undefined || id === null) return new Response(null, { status: 202 });
  const answer = (outcome: object) => Response.json({ jsonrpc: "2.0", id, ...outcome });

  if (method === "ping") return answer({ result: {} });
  if (method === "initialize") {
    const serverInfo = { name: "kibitz", version: door.version };
    return answer({ result: { protocolVersion: OLD_REVISION, serverInfo, capabilities: { tools: {} } } });
  }
  const isTool = toolNames.includes(method);
  if (!isTool && method !== "tools/list" && method !== "tools/call")
    return answer(rpcError(-32601, `Method '${method.slice(0, 40)}' not found`));
  const call = isTool ? { name: method, arguments: params ?? {} } : { arguments: {}, ...params };
  const tool = method === "tools/list" ? null : fieldIn(call, "name");
  // A header carries the tool's name.
  if (tool !== null && !(typeof tool === "string" && /^[\w-]{1,64}$/.test(tool)))
    return answer(rpcError(-32602, "tools/call takes the name of a tool and its arguments"));
  const name = tool === null ? method : "tools/call";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    "mcp-protocol-version": REVISION,
    "mcp-method": name,
    ...(tool === null ? {} : { "mcp-name": tool }),
  };
  const alone = new Request(request.url, { method: "POST", headers, signal: request.signal });
  const body = { jsonrpc: "2.0", id, method: name, params: { ...(tool === null ? {} : call), _meta } };
  const message = await (await door.fetch(alone, toolsets, body)).json();
  const result = fieldsOf(fieldIn(message, "result"));
  if (result === null)
    return answer({ error: fieldIn(message, "error") ?? { code: -32603, message: "Kibitz failed; its log says why" } });
  const { tools, content, structuredContent, isError = false } = result;
  if (tool === null) return answer({ result: { tools } });
  // A client that calls a tool as a method reads the fields in the result itself, or the text.
  const fields = isTool ? fieldsOf(structuredContent) : { structuredContent };
  return answer({ result: { ...fields, content, isError } });
}

const rpcError = (code: number, message: string) => ({ error: { code, message } });
