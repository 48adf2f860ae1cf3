import { type Fields, fieldsOf, jsonIn } from "./fields.ts";

/** How the host and the shim find each other: the data folder, its files, and the greeting. */

/** Names inside the data folder. */
export const instanceFiles = {
  personToken: "person.token",
  agentToken: "agent.token",
  seatSecret: "seat.secret",
  refereeCode: "referee.code",
  lock: "host.lock",
  discovery: "host.json",
  socket: "kibitz.sock",
  preferences: "settings.json",
  callers: "callers.json",
  holds: "holds.json",
  keys: "keys.json",
  engines: "engines.json",
  practice: "practice.json",
  outlets: "outlets.json",
} as const;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The platform's folder for application data. A relative XDG_DATA_HOME counts as unset (XDG Base Directory 0.8). On
 * Windows it is outside AppData, which is another folder for every program that a packaged (MSIX) application starts.
 */
export function defaultDataDir(platform: string, env: Env, home: string): string {
  if (platform === "win32") return `${home}\\.kibitz`;
  if (platform === "darwin") return `${home}/Library/Application Support/Kibitz`;
  const data = env.XDG_DATA_HOME;
  return `${data?.startsWith("/") ? data : `${home}/.local/share`}/kibitz`;
}

/**
 * The folder for compiled code: the platform's folder for caches. A relative XDG_CACHE_HOME counts as unset, as above.
 */
export function compiledDir(platform: string, env: Env, home: string): string {
  if (platform === "win32") return `${env.LOCALAPPDATA || `${home}\\AppData\\Local`}\\Kibitz\\compiled`;
  if (platform === "darwin") return `${home}/Library/Caches/Kibitz/compiled`;
  const cache = env.XDG_CACHE_HOME;
  return `${cache?.startsWith("/") ? cache : `${home}/.cache`}/kibitz/compiled`;
}

/** The error where the system knows no home folder, as for a user without an entry. */
export const noHomeFolder =
  "The system knows no home folder of this user, in which to look for Kibitz's files. Set HOME to a folder of this " +
  "user's, by its whole path, and start again.";

/** Replaces a leading `~` by the home folder: MCP hosts start commands without a shell. */
export const expandHome = (path: string, home: string): string => path.replace(/^~(?=$|[/\\])/, () => home);

/** Reads an on-or-off environment variable; null where it is neither. */
export function switchFrom(value: string | undefined): boolean | null {
  if (value === undefined || /^(|0|false|no|off)$/i.test(value)) return false;
  return /^(1|true|yes|on)$/i.test(value) ? true : null;
}

/**
 * Whether what belongs to that user can be believed: to this one, or to root, who can do anything anyway. What others own
 * they could have put there, for us to read a secret from or to say one to.
 * @param self `process.geteuid()`; undefined where the system knows no such numbers (Windows), which keeps others out otherwise
 */
export const isTrustedOwner = (owner: number, self: number | undefined): boolean =>
  self === undefined || owner === self || owner === 0;

/**
 * Whether a host of this user listens at that socket: nobody else can have laid it there, or take its place. A short
 * stand-in for a long path lies in a folder for temporary files, where somebody else may be first.
 * @param look what stands there, links not followed
 */
export function isTrustedSocket(
  path: string,
  look: (path: string) => { readonly uid: number; readonly mode: number } | undefined,
  self: number | undefined,
): boolean {
  if (self === undefined) return true;
  const [socket, folder] = [look(path), look(path.replace(/\/[^/]*$/, ""))];
  if (!socket || !folder) return false;
  return isTrustedOwner(socket.uid, self) && isTrustedOwner(folder.uid, self) && (folder.mode & 0o022) === 0;
}

/** The content of `host.json`, by which a running host is found. Holds no secret. */
export interface Discovery {
  readonly pid: number;
  /** The dashboard, without a token: `http://127.0.0.1:7397`. */
  readonly url: string;
  /** The MCP endpoint: `http://127.0.0.1:7397/mcp`. */
  readonly mcp: string;
  /** Unix socket or Windows named pipe of the shim's door. */
  readonly socket: string;
  readonly version: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** Reads the text of a discovery file; null if it is damaged or something else. */
export function parseDiscovery(text: string): Discovery | null {
  const record = parseRecord(text);
  if (record === null) return null;
  const { pid, url, mcp, socket, version, startedAt } = record;
  if (typeof pid !== "number" || typeof url !== "string" || typeof mcp !== "string") return null;
  if (typeof socket !== "string" || typeof version !== "string" || typeof startedAt !== "string") return null;
  return { pid, url, mcp, socket, version, startedAt };
}

/** The first line that a shim sends. */
export interface Hello {
  /** Secret of one shim process, the same over all its connections, so that its seats outlive a restart of the host. */
  readonly connection: string | null;
  /** As given with `--toolsets`; null for the default ones. */
  readonly toolsets: string | null;
  /** The entry that started the shim, as given with `--for`, with the seconds of a call; null where none is given. */
  readonly entry: string | null;
  /** The agents' token. */
  readonly token: string | null;
}

/** Version of the greeting, not of the program. */
const GREETING_VERSION = 1;
/** Bytes. */
export const helloLimit = 4096;

export const formatHello = (hello: Hello): string => `${JSON.stringify({ kibitz: GREETING_VERSION, ...hello })}\n`;

/** `other` is a line that is no hello at all: ordinary MCP. */
export type HelloLine =
  | { readonly kind: "hello"; readonly hello: Hello }
  | { readonly kind: "bad"; readonly message: string }
  | { readonly kind: "other" };

export function parseHello(line: string): HelloLine {
  const record = parseRecord(line);
  if (record === null || !("kibitz" in record)) return { kind: "other" };
  if (record.kibitz !== GREETING_VERSION) {
    return { kind: "bad", message: "This kibitz-mcp and the running Kibitz are of different versions. Restart both." };
  }
  const text = (name: string): string | null | undefined => {
    const value = record[name] ?? null;
    return value === null || typeof value === "string" ? value : undefined;
  };
  const connection = text("connection");
  const toolsets = text("toolsets");
  const entry = text("entry");
  const token = text("token");
  if (connection === undefined || toolsets === undefined || entry === undefined || token === undefined) {
    return { kind: "bad", message: "The hello is malformed: connection, toolsets, entry and token are text or null." };
  }
  return { kind: "hello", hello: { connection, toolsets, entry, token } };
}

/** The one line that answers a hello. */
export type HelloAnswer = { readonly ok: true } | { readonly ok: false; readonly message: string };

export const formatHelloAnswer = (answer: HelloAnswer): string =>
  `${JSON.stringify(answer.ok ? { kibitz: GREETING_VERSION, ok: true } : { kibitz: GREETING_VERSION, ok: false, error: answer.message })}\n`;

export function parseHelloAnswer(line: string): HelloAnswer {
  const record = parseRecord(line);
  if (record?.kibitz === GREETING_VERSION && record.ok === true) return { ok: true };
  const error = record?.error;
  return { ok: false, message: typeof error === "string" ? error : "The program that answered is not Kibitz." };
}

const parseRecord = (text: string): Fields | null => fieldsOf(jsonIn(text));
