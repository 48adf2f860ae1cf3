import { reservedName } from "../../shared/looks.ts";
import { accept, invalid, type Result } from "../../shared/result.ts";
import { cleanLine, clip, isVisible, NAME_LENGTH, reservedText } from "../../shared/text.ts";

/** A name for display: one clean line of at most {@link NAME_LENGTH} characters. */
export function playerName(given: string | null | undefined, otherwise: string): string {
  return isVisible(given ?? "") ? clip(cleanLine(given ?? ""), NAME_LENGTH) : otherwise;
}

/** The name that an agent asks for, or its default. Refuses a name with nothing visible, and one of Kibitz's own. */
export function givenName(given: string | undefined, otherwise: string): Result<string> {
  if (given !== undefined && !isVisible(given))
    return invalid("That name has no visible characters. Choose another one");
  const own = given === undefined ? null : reservedName(given, "agent");
  if (given !== undefined && own !== null) return invalid(reservedText(given, own));
  return accept(playerName(given ?? otherwise, "Agent"));
}
