import type { ApiError } from "../../shared/api.ts";
import type { ErrorCode, Refusal } from "../../shared/result.ts";
import { fetchAsPerson } from "./sign-in.ts";

export interface Failure extends Omit<Refusal, "code"> {
  readonly code: FailureCode;
}

export type Answer<T> = { readonly ok: true; readonly value: T } | Failure;

export const failure = (code: FailureCode, message: string): Failure => ({ ok: false, code, message });

const connectionLost = failure("CONNECTION_LOST", "Kibitz does not answer. Is it still running?");

/** The message wherever a page is opened without being signed in. */
export const notSignedIn = failure(
  "UNAUTHORIZED",
  "This browser is not signed in. Open the address that Kibitz printed when it started, or have it print another.",
);

const oddAnswer = failure("UNEXPECTED", "Kibitz gave an answer that this page does not understand. Reload the page.");

/** A long request is answered with status 200 before its outcome is known. */
const isError = (value: unknown): value is ApiError => typeof value === "object" && value !== null && "error" in value;

async function ask<T>(path: string, init: RequestInit, parse: (response: Response) => Promise<T>): Promise<Answer<T>> {
  let response: Response;
  try {
    response = await fetchAsPerson(path, init);
  } catch {
    return connectionLost;
  }
  try {
    if (response.ok) {
      const value = await parse(response);
      return isError(value) ? failure(value.error.code, value.error.message) : { ok: true, value };
    }
    if (response.status === 401) return notSignedIn;
    const { error }: ApiError = await response.json();
    const { code, message, game_id: game, adds_notes: addsNotes = false } = error;
    return game === undefined ? failure(code, message) : { ...failure(code, message), game, addsNotes };
  } catch {
    // The body broke off, or is not Kibitz's.
    return response.ok ? connectionLost : oddAnswer;
  }
}

/** Host and pages are built together, so an answer has the type in `shared/api.ts`. */
const json = async <T>(response: Response): Promise<T> => response.json();

type Query = Readonly<Record<string, string | number | undefined>>;
function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

export const get = <T>(path: string, query: Query = {}): Promise<Answer<T>> => ask(withQuery(path, query), {}, json<T>);

export const getText = (path: string, query: Query = {}): Promise<Answer<string>> =>
  ask(withQuery(path, query), {}, (response) => response.text());

const jsonBody = (body: object): RequestInit => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** The value of an answer; null where it has none, for what can do without. */
export const valueOrNull = async <T>(request: Promise<Answer<T>>): Promise<T | null> => {
  const answer = await request;
  return answer.ok ? answer.value : null;
};

/** A request that the signal can cancel. */
export const send = <T>(
  method: "POST" | "PUT" | "DELETE",
  path: string,
  body: object = {},
  signal?: AbortSignal,
): Promise<Answer<T>> => ask(path, { method, ...jsonBody(body), ...(signal && { signal }) }, json<T>);

/** The same for a text answer. */
export const postForText = (path: string, body: object): Promise<Answer<string>> =>
  ask(path, { method: "POST", ...jsonBody(body) }, (response) => response.text());

/** A long request with lines of progress: `onLine` gets each line, and the last one is the answer. */
export const sendAndHear = <T, Line>(
  path: string,
  body: object,
  onLine: (line: Line) => void,
  signal: AbortSignal,
): Promise<Answer<T>> =>
  ask(path, { method: "POST", ...jsonBody(body), signal }, async (response) => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const part = await reader?.read();
      const lines = (text + (part?.value ?? "")).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) onLine(JSON.parse(line));
      if (!part || part.done) return JSON.parse(text);
    }
  });

/** Failures besides the host's refusals: no answer, not signed in, or an answer that is not Kibitz's. */
type FailureCode = ErrorCode | "CONNECTION_LOST" | "UNAUTHORIZED" | "UNEXPECTED";
