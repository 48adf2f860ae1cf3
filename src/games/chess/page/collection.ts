import type { RecordText } from "../../page.ts";
import { gamesIn } from "../pgn/games.ts";

/**
 * Splits a file into its games without checking whether they can be read: an error in one game does not affect the
 * others. Takes time in proportion to the text.
 */
export function* pgnCollection(text: string): Generator<RecordText> {
  // Words without a number, a sign or a tag are no record.
  if (!/[\p{N}[({-]/u.test(text)) return;
  for (const { tokens, to } of gamesIn(text)) {
    const nameIn = (tag: string): readonly string[] => {
      const token = tokens.find((each) => each.kind === "tag" && each.name === tag);
      return token?.kind === "tag" ? [token.value.slice(0, 80)] : [];
    };
    const [first] = tokens;
    const title = ["White", "Black"].flatMap(nameIn).join(" – ");
    yield { text: text.slice(first?.from, to).trim(), line: first?.line ?? 1, title, part: to / text.length };
  }
}
