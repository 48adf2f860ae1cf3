/** Longest answer that is taken of a player's server or a model, in bytes, unpacked: it is read in one piece, for which all others wait. */
const LONGEST_ANSWER = 256 * 1024;

/** An answer that is not read, with the reason in words. */
export class AnswerUnread extends Error {}

/**
 * `fetch` for servers that are not ours: follows no redirect, since it is this address that was allowed, or that a key is
 * for; and breaks an answer off beyond 256 KiB, with `AnswerUnread`, since whoever reads it keeps it whole.
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
