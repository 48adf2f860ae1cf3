import { cleanLine, clip, NAME_LENGTH } from "../../shared/text.ts";

/** A name as it is shown: one clean line of at most {@link NAME_LENGTH} characters. */
export function playerName(given: string | null | undefined, otherwise: string): string {
  return clip(cleanLine(given ?? ""), NAME_LENGTH) || otherwise;
}
