import type { Fields } from "../../shared/fields.ts";
import type { NewEntrant } from "../league/machine/decide.ts";
import { ownWords } from "../players/without-secret.ts";

/**
 * A server that registers itself as an entrant: its address, its description of itself, and its id if it has one.
 * Returns a function of the name under which it takes part.
 */
export const serverEntrant =
  (endpoint: string, capabilities?: Fields, playerId?: string) =>
  (name: string): NewEntrant => ({
    kind: "endpoint",
    name,
    settings: { endpoint },
    ...(capabilities || playerId !== undefined
      ? { profile: { ...(playerId === undefined ? {} : { playerId }), capabilities: ownWords(capabilities ?? {}, "") } }
      : {}),
    identity: `endpoint:${endpoint}:${name}`,
  });
