import { isInitializeRequest } from "@modelcontextprotocol/server";
import { z } from "zod";
import { definitions } from "../../games/register.ts";
import { defaultToolsets, type Toolset } from "../../shared/toolsets.ts";

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

/**
 * The toolsets of a plain request; null where its URL names others. Without a name they are the default ones and those
 * for this form, since its clients name none.
 */
function toolsetsFor(asked: readonly Toolset[] | null): readonly Toolset[] | null {
  const known = broughtAlong.map(({ toolset }) => toolset);
  if (asked === null) return [...defaultToolsets, ...known];
  return asked.some((name) => known.includes(name)) ? asked : null;
}

/**
 * A request in the plain form, null for any other. A client of either revision accepts an event stream, or names its
 * revision or session; `curl` does neither.
 */
export function readPlain({ method, headers }: Request, body: unknown): PlainRequest | null {
  if (method !== "POST" || headers.has("mcp-session-id") || headers.has("mcp-protocol-version")) return null;
  if (headers.get("accept")?.toLowerCase().includes("text/event-stream") || isInitializeRequest(body)) return null;
  const read = plainRequest.safeParse(body);
  return read.success ? read.data : null;
}

export interface PlainDoor {
  /** The toolsets that the URL names; null where it names none. */
  readonly asked: readonly Toolset[] | null;
  readonly version: string;
  /** Answers a request of the revision without sessions. */
  readonly fetch: (request: Request, toolsets: readonly Toolset[], body: unknown) => Promise<Response>;
}

/** Answers with `application/json`; null where the requested toolsets have no such form. */
export async function answerPlain(
  { id, method, params }: PlainRequest,
  request: Request,
  { asked, version, fetch }: PlainDoor,
): Promise<Response | null> {
  const toolsets = toolsetsFor(asked);
  if (toolsets === null) return null;
  if (id === undefined || id === null) return new Response(null, { status: 202 });
  const answer = (outcome: object) => Response.json({ jsonrpc: "2.0", id, ...outcome });

  const ask = async (name: string, asking: Record<string, unknown>, tool?: string) => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": REVISION,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const headers = {
      "content-type": "application/json",
      accept: "application/json",
      "mcp-protocol-version": REVISION,
      "mcp-method": name,
      ...(tool === undefined ? {} : { "mcp-name": tool }),
    };
    const body = { jsonrpc: "2.0", id, method: name, params: { ...asking, _meta } };
    const alone = new Request(request.url, { method: "POST", headers, signal: request.signal });
    const answered = await fetch(alone, toolsets, body);
    return readAnswer(await answered.json());
  };

  switch (method) {
    case "initialize": {
      const serverInfo = { name: "kibitz", version };
      return answer({ result: { protocolVersion: OLD_REVISION, serverInfo, capabilities: { tools: {} } } });
    }
    case "ping":
      return answer({ result: {} });
    case "tools/list": {
      const listed = await ask(method, {});
      return answer("error" in listed ? listed : { result: { tools: listed.result.tools } });
    }
    case "tools/call": {
      const call = callParams.safeParse(params);
      if (!call.success) return answer(rpcError(-32602, "tools/call takes the name of a tool and its arguments"));
      const { name, arguments: args } = call.data;
      const called = await ask(method, { name, arguments: args ?? {} }, name);
      return answer("error" in called ? called : { result: called.result });
    }
    default: {
      if (!toolNames.includes(method)) return answer(rpcError(-32601, `Method '${method.slice(0, 40)}' not found`));
      const called = await ask("tools/call", { name: method, arguments: params ?? {} }, method);
      if ("error" in called) return answer(called);
      // A client that calls a tool as a method reads the fields in the result itself, or the text.
      const { content, structuredContent, isError } = called.result;
      return answer({ result: { ...structuredContent, content, isError } });
    }
  }
}

/** A header carries the tool's name, so the name must be valid in one. */
const callParams = z.object({
  name: z.string().regex(/^[\w-]{1,64}$/),
  arguments: z.record(z.string(), z.unknown()).nullish(),
});

const rpcError = (code: number, message: string) => ({ error: { code, message } });

const result = z.object({
  tools: z.array(z.unknown()).optional(),
  content: z.array(z.unknown()).optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().default(false),
});
const rpcAnswer = z.union([
  z.object({ result }),
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
]);

/** The answer without the parts that only its revision has. */
function readAnswer(message: unknown): z.infer<typeof rpcAnswer> {
  const read = rpcAnswer.safeParse(message);
  return read.success ? read.data : rpcError(-32603, "Something went wrong in Kibitz; its log says what");
}
