import { fieldIn, jsonIn } from "./fields.ts";

/**
 * How a page of Kibitz, or a command, is known to the host without giving the person's token to whoever answers at its
 * address: another user's program may have taken the port while Kibitz was off. From the token follows a key for one
 * address, and from the key a session for one run of the host. Whoever answers first proves that it has the key; the
 * token itself is not sent, and what the browser keeps ends with the run. (HMAC, RFC 2104.)
 */

const encoder = new TextEncoder();

async function hmac(secret: string, purpose: string, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(`kibitz ${purpose}\n${text}`)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Derives the key that stands for the token at one address.
 * @param host as a browser's `location.host` and a request's `Host` say it: `127.0.0.1:7397`
 */
export const keyFor = (personToken: string, host: string): Promise<string> => hmac(personToken, "page", host);

/** The bearer token that a page sends during one run of the host. */
export const sessionOf = (key: string, run: string): Promise<string> => hmac(key, "session", run);

/** The host's answer, during this run, to a nonce. */
export const proofOf = (key: string, nonce: string, run: string): Promise<string> =>
  hmac(key, "host", `${nonce}\n${run}`);

/** Browsers have it on this machine and over TLS. */
export const canProve = (): boolean => globalThis.crypto?.subtle !== undefined;

/**
 * The session at whoever answers there, once it has proved that it has the key; null where it has not. Rejects where
 * nobody answers.
 * @param origin `http://127.0.0.1:7397`; empty in a page, for where it came from
 */
export async function provenSession(origin: string, key: string): Promise<string | null> {
  const nonce = crypto.randomUUID();
  const response = await fetch(`${origin}/api/sign-in/proof?nonce=${nonce}`, { cache: "no-store" });
  const answer = readProof(await response.text());
  if (answer === null || answer.proof !== (await proofOf(key, nonce, answer.run))) return null;
  return sessionOf(key, answer.run);
}

/**
 * The host's proof, and its run, which is no secret and tells it from others of the host. Null for an invalid answer:
 * anybody may have answered.
 */
function readProof(text: string) {
  const json = jsonIn(text);
  const [run, proof] = [fieldIn(json, "run"), fieldIn(json, "proof")];
  return typeof run === "string" && typeof proof === "string" ? { run, proof } : null;
}
