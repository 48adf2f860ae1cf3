import { createHmac, randomBytes } from "node:crypto";
import { isSameSecret } from "../base/same-secret.ts";

/** An entrant of a league, by number. */
export interface EntrantRef {
  readonly league: string;
  readonly number: number;
}

/** A referee server as its registration names it: the id that it says, and the key that its registration was given. */
export interface RefereeRef {
  readonly id: string;
  readonly key: string;
}

/** The secrets by which agents prove which entrant they are. */
export type EntrantTokens = ReturnType<typeof createEntrantTokens>;

/** Entrant tokens are not stored: each names its league and number, with the keyed hash of both. */
export function createEntrantTokens(secret: string) {
  const proofOf = ({ league, number }: EntrantRef): string =>
    createHmac("sha256", secret).update(`entrant ${league} ${number}`).digest("base64url").slice(0, 32);
  const refereeProof = (words: string): string =>
    createHmac("sha256", secret).update(words).digest("base64url").slice(0, 32);
  return {
    tokenOf: (entrant: EntrantRef) => `${entrant.league}.${entrant.number}.${proofOf(entrant)}`,
    /** The key of a new registration. Anybody may say a referee's id; nobody gets another registration's key by it. */
    newRefereeKey: () => randomBytes(16).toString("base64url"),
    /** The token by which this host and a referee server know each other, in all leagues. */
    refereeTokenOf: ({ id, key }: RefereeRef) =>
      key === "" ? refereeProof(`referee ${id}`) : `${key}.${refereeProof(`referee ${id} ${key}`)}`,
    /** The entrant that holds a token; null for an unknown token. */
    read: (token: string) => {
      const [, league, number, proof] = /^(\d{1,15})\.(\d{1,4})\.([\w-]{32})$/.exec(token) ?? [];
      if (league === undefined || proof === undefined) return null;
      const entrant = { league, number: Number(number) };
      return isSameSecret(proof, proofOf(entrant)) ? entrant : null;
    },
  };
}
