import { derivedToken, isSameSecret } from "../base/derived-secrets.ts";

/** A place as its token names it: an entrant of a league, by number. */
export interface EntrantPlace {
  readonly league: string;
  readonly number: number;
  /** Counts the tokens of the place, from 1, as if absent; only the last one is valid. */
  readonly generation?: number;
}

export type EntrantTokens = ReturnType<typeof createEntrantTokens>;

/**
 * Entrant tokens are not stored: each names its league, its number and, where that place was given a new token, the
 * generation, with the keyed hash of all of them.
 */
export function createEntrantTokens(secret: string) {
  const tokenOf = ({ league, number, generation = 1 }: EntrantPlace): string => {
    const place = [league, number, ...(generation === 1 ? [] : [generation])];
    return [...place, derivedToken(secret, "entrant", ...place)].join(".");
  };
  return {
    tokenOf,
    /** The place that a token was made for, which may have a newer one; null for an unknown token. */
    verify: (token: string): Required<EntrantPlace> | null => {
      const [, league, number, generation = "1"] =
        /^(\d{1,15})\.(\d{1,4})(?:\.(\d{1,4}))?\.[\w-]{32}$/.exec(token) ?? [];
      if (league === undefined) return null;
      const place = { league, number: Number(number), generation: Number(generation) };
      return isSameSecret(token, tokenOf(place)) ? place : null;
    },
  };
}
