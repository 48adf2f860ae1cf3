import { accept, invalid, type Result } from "../../shared/result.ts";
import { cleanLine, clip, isVisible, NAME_LENGTH, reservedName, reservedText } from "../../shared/text.ts";
import type { NewPlayer } from "./machine/create.ts";
import type { Successor } from "./machine/seats.ts";

/** A name for display: one clean line of at most {@link NAME_LENGTH} characters. */
export function playerName(name: string | null | undefined, otherwise: string): string {
  return isVisible(name ?? "") ? clip(cleanLine(name ?? ""), NAME_LENGTH) : otherwise;
}

/** The name that an agent asks for, or its default. Refuses a name with nothing visible, and one of Kibitz's own. */
export function givenName(name: string | undefined, otherwise: string): Result<string> {
  if (name !== undefined && !isVisible(name)) return invalid("That name has no visible characters. Choose another one");
  const own = name === undefined ? null : reservedName(name, "agent");
  if (name !== undefined && own !== null) return invalid(reservedText(name, own));
  return accept(playerName(name ?? otherwise, "Agent"));
}

/** The person, by default under the name that it has at the window, or the built-in computer. */
type WantedSuccessor =
  | { readonly kind: "human"; readonly name?: string | undefined }
  | { readonly kind: "computer"; readonly level: number };

/** The player who is to take over an agent's seat, as a request describes it. */
export const successorOf = (player: WantedSuccessor, personName: string): Successor =>
  player.kind === "human"
    ? { kind: "human", name: playerName(player.name ?? personName, "Human"), settings: {} }
    : { kind: "computer", name: "Computer", settings: { level: player.level } };

/** A player of a new game, as a request describes it; an agent is still to come. */
export const newPlayerOf = (player: WantedSuccessor | { readonly kind: "agent" }, personName: string): NewPlayer =>
  player.kind === "agent"
    ? { kind: "agent", name: null, settings: {}, connection: null }
    : { ...successorOf(player, personName), connection: null };
