import { type Answer, failure } from "../api/answer.ts";

/** Whether a text is one position rather than a game. */
export const looksLikeFen = (text: string): boolean => /^\s*[1-8kqrbnp]+(\/[1-8kqrbnp]+){7}(\s|$)/i.test(text);

/**
 * The FEN that somebody means: the one that was pasted, or the last position of a PGN. Null for the initial position.
 * Whether a game can begin there, the host says.
 */
export async function readPosition(text: string): Promise<Answer<string | null>> {
  const pasted = text.trim();
  if (pasted === "") return { ok: true, value: null };
  if (looksLikeFen(pasted)) return { ok: true, value: pasted.replace(/\s+/g, " ") };
  try {
    const { lastPositionOf } = await import("./pgn-position.ts");
    return lastPositionOf(pasted);
  } catch {
    return failure("CONNECTION_LOST", "The part of this page that reads a PGN could not be loaded. Reload the page.");
  }
}
