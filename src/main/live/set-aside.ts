import type { Refusal } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";

/** A game or a league that cannot be read. */
export interface Damaged {
  readonly id: string;
  /** The reason, in a sentence that names it. */
  readonly reason: string;
}

/** Games and leagues that cannot be read: left out of everything, logged once, and shown to the person. */
export interface SetAside {
  add(id: string, { message }: Refusal): void;
  all(): readonly Damaged[];
}

export function createSetAside(kind: "game" | "league", log: Log): SetAside {
  const damaged = new Map<string, Damaged>();
  return {
    add: (id, { message }) => {
      if (!damaged.has(id)) log.error(`set aside: ${message}`, { [kind]: id });
      damaged.set(id, { id, reason: message });
    },
    all: () => [...damaged.values()],
  };
}
