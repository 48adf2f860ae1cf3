import { type Fields, fieldsOf, jsonIn, withoutNulls } from "../shared/fields.ts";

/** The parts of a JSON-RPC line that the shim has to know. The line itself is passed on as it came. */

export type Id = string | number;

export interface Request {
  readonly kind: "request";
  readonly id: Id;
  readonly method: string;
  readonly params: Fields;
}

export type Message =
  | Request
  | { readonly kind: "notification"; readonly method: string; readonly params: Fields }
  /** `result` is null for an error. */
  | { readonly kind: "response"; readonly id: Id; readonly result: Fields | null }
  /** JSON that is no MCP message; `id` where the sender can be answered. */
  | { readonly kind: "invalid"; readonly id: Id | null; readonly problem: string }
  | { readonly kind: "garbled" };

/** The revision that has batches. */
export const BATCH_REVISION = "2025-03-26";
/** Most messages of a batch, as over HTTP. */
const LONGEST_BATCH = 20;

/** The messages of a client's line, those of a batch one by one; fields that are null count as missing. */
export function messagesIn(line: string, hasBatches: boolean): readonly string[] {
  const mayBeBatch = hasBatches && line.trimStart().startsWith("[");
  if (!mayBeBatch && !line.includes("null")) return [line];
  const value = withoutNulls(jsonIn(line));
  if (value === undefined) return [line];
  const isBatch = mayBeBatch && Array.isArray(value) && value.length > 0 && value.length <= LONGEST_BATCH;
  return (isBatch ? value : [value]).map((each) => JSON.stringify(each));
}

export function readMessage(line: string): Message {
  const value = jsonIn(line);
  if (value === undefined) return { kind: "garbled" };
  const fields = fieldsOf(value);
  const { id, jsonrpc, method, params, result, error } = fields ?? {};
  const knownId = isId(id) ? id : null;
  const invalid = (problem: string): Message => ({ kind: "invalid", id: knownId, problem });
  if (fields === null) return invalid("a message is one JSON object, or a short batch of them in 2025-03-26");
  if (jsonrpc !== "2.0") return invalid('"jsonrpc" is "2.0"');
  if (method === undefined) {
    // An error may have no id, and then answers no request.
    if (knownId === null) return invalid('a message has a "method" or the "id" that it answers');
    if (fieldsOf(result) === null && fieldsOf(error) === null) return invalid('an answer has a "result" or an "error"');
    return { kind: "response", id: knownId, result: fieldsOf(result) };
  }
  const object = params === undefined ? {} : fieldsOf(params);
  if (typeof method !== "string") return invalid('"method" is text');
  if (object === null) return invalid('"params" is an object');
  if (id === undefined) return { kind: "notification", method, params: object };
  if (knownId === null) return invalid('"id" is text or a whole number');
  return { kind: "request", id: knownId, method, params: object };
}

/** The field by which a result of the revision without sessions says that it is all. */
export const wholeFor = ({ params }: Request): Fields =>
  typeof fieldsOf(params._meta)?.["io.modelcontextprotocol/protocolVersion"] === "string"
    ? { resultType: "complete" }
    : {};

export const isId = (id: unknown): id is Id => typeof id === "string" || Number.isSafeInteger(id);

/** A key that tells the id 1 from the id "1". */
export const keyOf = (id: Id): string => JSON.stringify(id);

export const answer = (id: Id, result: Fields): string => JSON.stringify({ jsonrpc: "2.0", id, result });
export const failure = (id: Id | null, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
export const notification = (method: string, params: Fields): string =>
  JSON.stringify({ jsonrpc: "2.0", method, params });

/** A line under another id. */
export const withId = (line: string, id: Id): string => JSON.stringify({ ...fieldsOf(jsonIn(line)), id });

/** JSON-RPC 2.0, section 5.1. */
export const rpcCodes = { garbled: -32700, invalid: -32600, internal: -32603 } as const;

const newline = 0x0a;

/**
 * Splits a stream of bytes into lines: the returned function takes the next chunk. Works on bytes, so that a character
 * may be split between two chunks.
 * @param limit bytes of the longest line; a longer one is skipped to its end, its fate told to `tooLong`
 * @param line called with each line that is not empty, without its end (LF or CRLF)
 */
export function createLineReader(
  limit: number,
  line: (text: string) => void,
  tooLong: () => void,
): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  let skipping = false;

  const keep = (part: Buffer): void => {
    length += part.length;
    if (length > limit && !skipping) {
      skipping = true;
      parts = [];
      tooLong();
    }
    if (!skipping) parts.push(part);
  };
  const finish = (): void => {
    const text = skipping ? "" : Buffer.concat(parts).toString("utf8").replace(/\r$/, "");
    parts = [];
    length = 0;
    skipping = false;
    if (text.trim() !== "") line(text);
  };

  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      keep(chunk.subarray(from, end));
      finish();
      from = end + 1;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  };
}
