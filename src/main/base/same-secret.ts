import { timingSafeEqual } from "node:crypto";

/** Whether a text is the known secret; the time it takes does not tell how much of it is right. */
export function isSameSecret(given: string, known: string | null): boolean {
  if (known === null) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(known)];
  return one.length === other.length && timingSafeEqual(one, other);
}
