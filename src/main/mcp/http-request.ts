import { readRequestBody } from "@modelcontextprotocol/server";
import { withoutNulls } from "../../shared/fields.ts";
import { LONGEST_BODY } from "../flow/body-limit.ts";

/**
 * A request whose Accept header names each type that it includes, since the SDK looks for the names: clients and
 * gateways also write ranges, capitals, or no header at all (RFC 9110, 12.5.1). Its body is to be read before.
 */
export function spelledOut(request: Request): Request {
  const { url, method, headers, signal } = request;
  const accept = headers.get("accept");
  const list = types.filter((type) => includes(accept, type));
  if (list.every((type) => accept?.includes(type))) return request;
  const result = new Headers(headers);
  result.set("accept", list.join(", "));
  return new Request(url, { method, headers: result, signal });
}

const types = ["application/json", "text/event-stream"];

/** Whether an Accept header includes a type: the most specific range that names it decides. */
function includes(accept: string | null, type: string): boolean {
  const ranges = (accept?.trim() || "*/*").toLowerCase().split(",");
  const weights = new Map(ranges.map((range) => [range.split(";")[0]?.trim(), !/;\s*q=0(\.0*)?\s*$/.test(range)]));
  return (
    [type, type.replace(/\/.*/, "/*"), "*/*"].map((name) => weights.get(name)).find((is) => is !== undefined) ?? false
  );
}

/**
 * A request's body, read and parsed once, since the SDK would do both in each of its steps; or a response that refuses
 * it.
 */
export async function readJson(request: Request): Promise<unknown> {
  try {
    // Where the length is given, and enforced by the door, the text needs no stream, which costs more than the text.
    if (Number(request.headers.get("content-length") ?? Number.NaN) <= LONGEST_BODY)
      return messageIn(await request.text());
    const body = await readRequestBody(request, LONGEST_BODY);
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
export function rpcError(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers });
}
