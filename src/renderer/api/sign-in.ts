/**
 * How this page is the person's. An address that Kibitz opened or printed brings a code, a person may type their token:
 * either makes a session, which this origin's storage keeps and each request sends. It ends with the host's run, so that
 * it is worth nothing to a program that takes the port later, and serves a page of its own that can read the storage. The
 * key, with which an open page finds its session after a restart, is in memory alone, and it is not sent: see
 * `shared/sign-in.ts`. In the window there is none of this: its requests reach the host without a port.
 */

import { canProve, keyFor, provenSession } from "../../shared/sign-in.ts";
import { recall, remember } from "../ui/remember.ts";

const SESSION = "kibitz-session";
/** The person's token itself, as versions before this kept it: it does not stay there. */
const OLD_TOKEN = "kibitz-token";
/** In the tab's own storage, so that a page which is loaded again before the host has answered has it still. */
const OFFERED = "kibitz-offered";

type SignInOffer = { readonly code: string } | { readonly token: string };

/** Came with the address or was typed, and nobody has answered yet whether it is right. */
let currentOffer: SignInOffer | null = readOffer();
/** Whether the last offer brought no session. */
let isRefused = false;
export const offerWasRefused = (): boolean => isRefused;
/** For where nothing may be stored: then it lasts as long as the page. */
let memoryKey: string | null = null;
let key: string | null = null;

function readOffer(): SignInOffer | null {
  try {
    return JSON.parse(recall(OFFERED, "sessionStorage") ?? "null");
  } catch {
    return null;
  }
}

function setOffer(next: SignInOffer | null): void {
  currentOffer = next;
  remember(OFFERED, next && JSON.stringify(next), "sessionStorage");
}

export const keptSession = (): string | null => recall(SESSION) ?? memoryKey;

function keepSession(session: string): void {
  memoryKey = session;
  remember(SESSION, session);
}

/**
 * Redirects from `localhost`, where nobody is signed in: browsers try ::1 first, where another user may listen. Returns
 * whether it redirects.
 */
export function leaveLocalhost(): boolean {
  const address = new URL(location.href);
  if (address.protocol !== "http:" || address.hostname !== "localhost") return false;
  address.hostname = "127.0.0.1";
  location.replace(address);
  return true;
}

/** Takes the code or the token out of the page's address, before anything else can read it there, and out of the history. */
export function takeOfferFromAddress(): void {
  const old = recall(OLD_TOKEN);
  remember(OLD_TOKEN, null);
  if (old !== null) offerSignIn(old);
  const address = new URL(location.href);
  const href = address.href;
  for (const name of ["code", "token"]) address.searchParams.delete(name);
  if (address.href === href) return;
  history.replaceState(history.state, "", address.href);
  offerSignIn(href);
}

/** Tries a token, or an address that holds one or a code, with the next request. False for what cannot be one. */
export function offerSignIn(text: string): boolean {
  const address = URL.parse(text.trim())?.searchParams;
  const code = address?.get("code");
  const secret = code ?? address?.get("token") ?? text.trim();
  if (!/^[\w-]{1,256}$/.test(secret)) return false;
  setOffer(code ? { code } : { token: secret });
  return true;
}

/** Calls when another page of this browser is let in, until the signal is aborted. */
export const onSignedIn = (listener: () => void, signal: AbortSignal): void =>
  window.addEventListener("storage", ({ key }) => key === SESSION && listener(), { signal });

/** Asks for key and session with what it has: a code, or a bearer. Nothing where the host does not know that. */
async function askForKey(body: object, bearer: string | null): Promise<void> {
  const headers = { "content-type": "application/json", ...(bearer && { authorization: `Bearer ${bearer}` }) };
  const response = await fetch("/api/sign-in/session", { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) return;
  const grant: { readonly key: string; readonly session: string } = await response.json();
  key = grant.key;
  keepSession(grant.session);
}

/** Finds the session of the host's run by a key, where who answers proves that it has it as well. */
async function findSession(by: string): Promise<void> {
  const session = await provenSession("", by);
  if (session === null) return;
  key = by;
  keepSession(session);
}

/** Rejects where nobody answers; then the offer stands. */
async function tryOffer(current: SignInOffer): Promise<void> {
  if ("code" in current) await askForKey(current, null);
  // Where browsers cannot compute a proof, which is over a network without TLS, it is sent as it is.
  else if (canProve()) await findSession(await keyFor(current.token, location.host));
  else await askForKey({}, current.token);
  isRefused = key === null;
  if (currentOffer === current) setOffer(null);
}

/** Runs work once for callers that ask at the same time. */
function shareRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () =>
    (running ??= work().finally(() => {
      running = null;
    }));
}
const settleOffer = shareRun(async () => {
  if (currentOffer) await tryOffer(currentOffer);
});
const renewSession = shareRun(async () => {
  if (key !== null && canProve()) await findSession(key);
});
/** The session by which the key was asked for, so that one which is no longer good is tried once. */
let askedBy: string | null = null;
const learnKey = shareRun(async () => {
  const session = keptSession();
  if (key !== null || session === null || session === askedBy || !canProve()) return;
  askedBy = session;
  await askForKey({}, session).catch(() => {
    askedBy = null;
  });
});

/**
 * Asks the host as the person. What an address offers wrongly does not put the right session out that was kept before. A
 * page gets its first answer together with the key, so that whatever it shows, it can find the session of the next run.
 */
export async function fetchAsPerson(path: string, init: RequestInit = {}): Promise<Response> {
  const ask = async (session: string | null) => {
    const authorization = session === null ? {} : { authorization: `Bearer ${session}` };
    return fetch(path, { ...init, headers: { ...init.headers, ...authorization } });
  };
  await settleOffer();
  const session = keptSession();
  const learning = learnKey();
  const response = await ask(session).finally(() => learning);
  if (response.status !== 401) return response;
  // Another page may have found the session of a new run.
  if (keptSession() === session) await renewSession();
  const newer = keptSession();
  return newer === null || newer === session ? response : ask(newer);
}
