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
