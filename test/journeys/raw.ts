import { request } from "node:http";
import type { HostLine } from "../support/host-process.ts";

/** MCP over HTTP without a client library: what a client that is broken, hasty or hostile can send. */

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form the protocol describes
  readonly message: any;
}

type Place = Pick<HostLine, "mcp" | "agentToken">;

export const headersFor = (place: Place, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${place.agentToken}`,
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  ...more,
});

/** Posts a body as it is. */
export async function postRaw(
  place: Place,
  body: string | Uint8Array<ArrayBuffer>,
  more: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<RawAnswer> {
  const response = await fetch(place.mcp, {
    method: "POST",
    body,
    headers: headersFor(place, more),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, message: lastMessage(text) };
}

/** The JSON of a body, or of the last event of a stream; undefined where there is none. */
export function lastMessage(text: string): unknown {
  const data = [...text.matchAll(/^data: ?(.+)$/gm)].at(-1)?.[1] ?? text;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

const modernVersion = "2026-07-28";
const clientInfo = { name: "raw", version: "1" };

/** A request of the 2026-07-28 revision, whole: nothing precedes it. */
export function modernRequest(
  method: string,
  params: Record<string, unknown> = {},
  id: unknown = 1,
  capabilities: Record<string, unknown> = {},
  client: { readonly name: string; readonly version: string } = clientInfo,
) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": modernVersion,
    "io.modelcontextprotocol/clientInfo": client,
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  return { jsonrpc: "2.0", id, method, params: { ...params, _meta } };
}

/** Headers that the 2026-07-28 revision wants beside the body. */
export const modernHeaders = (method: string, name?: string): Record<string, string> => ({
  "mcp-protocol-version": modernVersion,
  "mcp-method": method,
  ...(name === undefined ? {} : { "mcp-name": name }),
});

export const callModern = (place: Place, name: string, args: unknown, signal?: AbortSignal) =>
  postRaw(
    place,
    JSON.stringify(modernRequest("tools/call", { name, arguments: args })),
    modernHeaders("tools/call", name),
    signal,
  );

export interface RawSession {
  readonly id: string;
  post(body: unknown, signal?: AbortSignal): Promise<RawAnswer>;
  call(name: string, args: unknown, signal?: AbortSignal): Promise<RawAnswer>;
}

/** A session of the 2025 era. */
export async function openSession(place: Place): Promise<RawSession> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const opened = await postRaw(place, JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }));
  const id = opened.headers.get("mcp-session-id") ?? "";
  const headers = { "mcp-session-id": id, "mcp-protocol-version": "2025-11-25" };
  let last = 0;
  const post: RawSession["post"] = (body, signal) =>
    postRaw(place, typeof body === "string" ? body : JSON.stringify(body), headers, signal);
  await post({ jsonrpc: "2.0", method: "notifications/initialized" });
  return {
    id,
    post,
    call: (name, args, signal) => {
      last += 1;
      return post({ jsonrpc: "2.0", id: last, method: "tools/call", params: { name, arguments: args } }, signal);
    },
  };
}

/** Posts and tears the connection down as soon as the returned function is called, as a client that dies does. */
export function postAndDie(place: Place, body: unknown, more: Record<string, string> = {}): () => void {
  const outgoing = request(place.mcp, { method: "POST", headers: headersFor(place, more), agent: false });
  outgoing.on("error", () => {});
  outgoing.end(JSON.stringify(body));
  return () => outgoing.destroy();
}
