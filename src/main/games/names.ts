import { reservedName } from "../../shared/looks.ts";
import { accept, invalid, type Result } from "../../shared/result.ts";
import { cleanLine, clip, isVisible, NAME_LENGTH, reservedText } from "../../shared/text.ts";
import type { NewPlayer } from "./machine/create.ts";
import type { Successor } from "./machine/seats.ts";

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

/** The person, by default under the name that it has at the window, or the built-in computer. */
type WantedSuccessor =
  | { readonly kind: "human"; readonly name?: string | undefined }
  | { readonly kind: "computer"; readonly level: number };

/** The player who is to take over an agent's seat, as a request describes it. */
export const successorOf = (wanted: WantedSuccessor, personName: string): Successor =>
  wanted.kind === "human"
    ? { kind: "human", name: playerName(wanted.name ?? personName, "Human"), settings: {} }
    : { kind: "computer", name: "Computer", settings: { level: wanted.level } };

/** A player of a new game, as a request describes it; an agent is still to come. */
export const newPlayerOf = (wanted: WantedSuccessor | { readonly kind: "agent" }, personName: string): NewPlayer =>
  wanted.kind === "agent"
    ? { kind: "agent", name: null, settings: {}, connection: null }
    : { ...successorOf(wanted, personName), connection: null };
