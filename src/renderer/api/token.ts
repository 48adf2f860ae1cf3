/**
 * The person's token. It comes with the address that Kibitz prints, is kept in this origin's storage (which knows the
 * port), and is sent with each request. In the window there is none and none is needed: its requests reach the host
 * without a port.
 */
const KEY = "kibitz-token";

/** In the tab's own storage, so that a page which is loaded again before the host has answered has it still. */
const OFFERED_KEY = "kibitz-token-offered";

/** Came with the address or was typed, and the host has not been asked yet whether it is right. */
let offered: string | null = offeredBefore();
/** For where nothing may be stored: then it lasts as long as the page. */
let remembered: string | null = null;

function offeredBefore(): string | null {
  try {
    return sessionStorage.getItem(OFFERED_KEY);
  } catch {
    return null;
  }
}

function offer(token: string | null): void {
  offered = token;
  try {
    if (token === null) sessionStorage.removeItem(OFFERED_KEY);
    else sessionStorage.setItem(OFFERED_KEY, token);
  } catch {
    // It lasts as long as the page.
  }
}

function keptToken(): string | null {
  try {
    return localStorage.getItem(KEY) ?? remembered;
  } catch {
    return remembered;
  }
}

function keep(token: string): void {
  remembered = token;
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // It is remembered.
  }
}

/** Takes the token out of the page's address, before anything else can read it there, and out of the history. */
export function takeTokenFromAddress(): void {
  const address = new URL(location.href);
  const token = address.searchParams.get("token");
  if (token === null) return;
  address.searchParams.delete("token");
  history.replaceState(history.state, "", address.href);
  offerToken(token);
}

/** Tries a token, or an address that holds one, with the next request; it is kept if the host knows it. False for what cannot be one. */
export function offerToken(text: string): boolean {
  const token = URL.parse(text.trim())?.searchParams.get("token") ?? text.trim();
  if (!/^[\w-]{1,200}$/.test(token)) return false;
  offer(token);
  return true;
}

/** Calls when another page of this browser was let in. */
export function onTokenKept(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === KEY) listener();
  };
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}

/** Asks the host as the person. A wrong token in an address does not put the right one out that was kept before. */
export async function fetchAsPerson(path: string, init: RequestInit = {}): Promise<Response> {
  const token = offered ?? keptToken();
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(path, { ...init, headers: { ...init.headers, ...authorization } });
  const refused = response.status === 401;
  if (token !== null && token === offered && (response.ok || refused)) {
    if (response.ok) keep(token);
    offer(null);
  }
  const known = keptToken();
  return refused && known !== null && known !== token ? fetchAsPerson(path, init) : response;
}
