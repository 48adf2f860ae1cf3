import { derivedToken, isSameSecret } from "../base/derived-secrets.ts";
import { createEntrantTokens } from "../league/entrant-tokens.ts";

export type ServerTokens = ReturnType<typeof createServerTokens>;

/** The tokens by which this host and the servers that it calls know each other. */
export const createServerTokens = (secret: string) => ({
  tokenOf: createEntrantTokens(secret).tokenOf,
  /**
   * A referee's, in all leagues: by the id that it says, and the key of its registration. Anybody may say a referee's id;
   * nobody gets another registration's key by it.
   */
  refereeTokenOf: ({ id, key }: { readonly id: string; readonly key: string }) =>
    `${key}.${derivedToken(secret, "referee", id, key)}`,
});

/**
 * The token that a referee elsewhere has for an entrant in one match: the match's id, the number of referees that have had
 * the match, and the proof, between full stops. Whoever has the entrant's own token can check it ({@link matchOf}), and
 * nobody can find the entrant's token by it.
 */
export const tokenForReferee = (entrantToken: string, match: string, attempt: number): string =>
  `${match}.${attempt}.${derivedToken(entrantToken, "match", match, attempt)}`;

/** The match that a token was derived for from an entrant's own; null for any other token. */
export function matchOf(token: string, entrantToken: string): string | null {
  const [, match, attempt] = /^(.{1,100})\.(\d{1,6})\.[\w-]{32}$/.exec(token) ?? [];
  if (match === undefined) return null;
  return isSameSecret(token, tokenForReferee(entrantToken, match, Number(attempt))) ? match : null;
}
