import { ownAddresses } from "../../shared/model-providers.ts";
import { RecentMap } from "../../shared/recent-map.ts";
import { awakeTime } from "../base/awake-time.ts";
import { pauseFor } from "./pause.ts";

/** Longest answer of a server or a model, in bytes, uncompressed: parsing it blocks the event loop. */
const LONGEST_ANSWER = 256 * 1024;

/** Bytes of an answer that are free, and how many of the others one server may send in a millisecond. */
const SHORT_ANSWER = 16 * 1024;
const BYTES_PER_MS = 256;
/** The vendors, whose long answers are their models' thoughts, and of which all entrants of a key have one. */
const vendorOrigins = new Set(Object.values(ownAddresses).map((address) => URL.parse(address)?.origin));
/** Most servers that are paced. */
const MOST_SERVERS = 1_000;
/** By server: when it may be called again, as `awakeTime` counts. */
const freeAt = new RecentMap<string, number>(MOST_SERVERS);

/** The error for an answer that was not read, with the reason. */
export class AnswerUnread extends Error {}

/**
 * `fetch` for servers that are not ours. It follows no redirect, since only this address was allowed, or a key is meant
 * for it alone; and it rejects with `AnswerUnread` for an answer of more than 256 KiB, since its reader keeps all of
 * it. A server whose answers are longer than 16 KiB is called less often, so that what reading them costs is its own
 * players' time and not everybody's: one of 256 KiB holds up the next call by a second. Vendors of models are not paced.
 */
export const fetchUntrusted: typeof fetch = async (input, init) => {
  const { origin } = new URL(input instanceof Request ? input.url : input);
  const pauseMs = (freeAt.get(origin) ?? 0) - awakeTime.now();
  if (pauseMs > 0) await pauseFor(pauseMs, init?.signal ?? new AbortController().signal);
  const answer = await fetch(input, { ...init, redirect: "error" });
  if (!answer.body) return answer;
  let length = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      const before = Math.max(length, SHORT_ANSWER);
      length += chunk.byteLength;
      const costMs = Math.max(0, length - before) / BYTES_PER_MS;
      if (costMs > 0 && !vendorOrigins.has(origin))
        freeAt.set(origin, Math.max(freeAt.get(origin) ?? 0, awakeTime.now()) + costMs);
      if (length > LONGEST_ANSWER) throw new AnswerUnread("its answer is longer than 256 KiB");
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(limit), { status, statusText, headers });
};

/** Most values and lists in an answer. The SDK checks each by itself, and reports each wrong one, in one piece. */
const MOST_PARTS = 2_000;

/**
 * `fetch` for a model's vendor, as the SDK takes it. Rejects with `AnswerUnread` an answer that is too long or has too
 * many parts, before anything is parsed; of an error only the status is kept.
 */
export const modelFetch: typeof fetch = async (input, init) => {
  const answer = await fetchUntrusted(input, init);
  const { status, statusText, headers, ok } = answer;
  const text = await readableBody(answer).catch((error: unknown) => {
    if (ok) throw error;
    return "";
  });
  return new Response(text === "" ? null : text, { status, statusText, headers });
};

async function readableBody(answer: Response): Promise<string> {
  const text = await answer.text();
  if (partsOf(text) > MOST_PARTS) throw new AnswerUnread(`its answer has more than ${MOST_PARTS} parts`);
  return text;
}

/** The most values that a JSON text can have: one, and one for each sign outside its strings that begins another. */
function partsOf(text: string): number {
  let parts = 1;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted && sign === "\\") at += 1;
    else if (!isQuoted && (sign === "{" || sign === "[" || sign === ",")) parts += 1;
  }
  return parts;
}
