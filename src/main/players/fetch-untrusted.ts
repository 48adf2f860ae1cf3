/**
 * Longest answer of a player's server or a model, in bytes, uncompressed: it is parsed in one piece, which blocks the
 * event loop.
 */
const LONGEST_ANSWER = 256 * 1024;

/** The error for an answer that was not read, with the reason. */
export class AnswerUnread extends Error {}

/**
 * `fetch` for servers that are not ours. It follows no redirect, since only this address was allowed, or a key is meant
 * for it alone; and it rejects with `AnswerUnread` for an answer of more than 256 KiB, since its reader keeps all of
 * it.
 */
export const fetchUntrusted: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, redirect: "error" });
  if (!answer.body) return answer;
  let length = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      length += chunk.byteLength;
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
  const text = await readable(answer).catch((error: unknown) => {
    if (ok) throw error;
    return "";
  });
  return new Response(text === "" ? null : text, { status, statusText, headers });
};

async function readable(answer: Response): Promise<string> {
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
