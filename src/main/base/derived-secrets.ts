import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Purposes for which something follows from the secret of seats, or `match` from an entrant's token. Each puts its own word
 * first, so that nothing derived for one is valid for another; seats have none, as their game's id comes first.
 * `docs/security.md` says who is given it on what proof, what it is good for, and until when. Beside these, browsers'
 * sessions follow from the person's token (`shared/sign-in.ts`), the secrets of hosts with one database from their common
 * one (`data/secrets.ts`), and random choices from a league's (`keyed-random.ts`).
 */
type Purpose = "seat" | "board" | "join" | "entrant" | "match" | "referee" | "task" | "outlet" | "kibitz mark";

/** HMAC-SHA256 (RFC 2104) of the purpose and its words, with spaces between them: it reveals nothing about the secret. */
export const deriveSecret = (secret: string, purpose: Purpose, ...words: readonly (string | number)[]): Buffer =>
  createHmac("sha256", secret)
    .update([...(purpose === "seat" ? [] : [purpose]), ...words].join(" "))
    .digest();

/** The same as a token: 192 bits in 32 characters of base64url. */
export const derivedToken = (...of: Parameters<typeof deriveSecret>): string =>
  deriveSecret(...of)
    .toString("base64url")
    .slice(0, 32);

/** Whether a text is the known secret; the time it takes does not tell how much of it is right. */
export function isSameSecret(candidate: string, secret: string | null): boolean {
  if (secret === null) return false;
  const [one, other] = [Buffer.from(candidate), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
