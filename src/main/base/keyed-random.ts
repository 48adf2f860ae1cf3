import { createHash, createHmac, randomBytes } from "node:crypto";

/** A new secret for random choices: 256 random bits, in hexadecimal digits. */
export const newSecret = (): string => randomBytes(32).toString("hex");

/**
 * The commitment that a league shows while it runs, so that everybody can check afterwards that seed and secret were
 * the same all along: the SHA-256 of seed and secret with a space between them, in hexadecimal digits. The secret is
 * too long to be guessed.
 */
export const commitmentTo = (seed: number, secret: string): string => hashOf(`${seed} ${secret}`);

/** A separate key for a name: HMAC-SHA256 (RFC 2104) of the name, in hexadecimal digits. */
export const deriveKey = (secret: string, name: string): string =>
  createHmac("sha256", secret).update(name).digest("hex");

/**
 * Random numbers in [0, 1) that follow from a key and a name. Nobody without the key can tell them from chance,
 * whatever other numbers they have seen: HMAC-SHA256 of the name, a space and 0, then 1 and so on, four bytes a number,
 * highest first.
 */
export function keyedRandom(key: string, name: string): () => number {
  let block = Buffer.alloc(0);
  let blocks = 0;
  let at = 0;
  return () => {
    if (at === block.length) {
      block = createHmac("sha256", key).update(`${name} ${blocks}`).digest();
      blocks += 1;
      at = 0;
    }
    at += 4;
    return block.readUInt32BE(at - 4) / 2 ** 32;
  };
}

/**
 * A whole number from 0 to `size` - 1, each equally likely, that follows from a key and a name: the first of the numbers
 * below 2^32 that is less than the largest multiple of the size, modulo the size. The size is at most 2^32.
 */
export function keyedIndex(key: string, name: string, size: number): number {
  const next = keyedRandom(key, name);
  const limit = 2 ** 32 - (2 ** 32 % size);
  for (;;) {
    const number = next() * 2 ** 32;
    if (number < limit) return number % size;
  }
}

/** The SHA-256 of a secret, in hexadecimal digits: shown beforehand, it proves afterwards that the secret was the same. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
