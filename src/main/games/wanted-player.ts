import type { NewPlayer } from "./machine/create.ts";
import type { Successor } from "./machine/seats.ts";
import { playerName } from "./names.ts";

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
