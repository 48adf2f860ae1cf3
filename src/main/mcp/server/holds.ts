import { z } from "zod";
import { mcpHostOf } from "../../../shared/mcp-hosts.ts";
import { RecentMap } from "../../../shared/recent-map.ts";
import { awakeTime } from "../../base/awake-time.ts";
import type { JsonFile } from "../../data/json-file.ts";

export interface HeldClient {
  readonly name: string | null;
  readonly version: string;
  readonly hearsProgress: boolean;
  /** Hash of its connection; null where each request stands alone. */
  readonly connection: string | null;
  /** Seconds that its entry lets a call take; null where it does not say. */
  readonly callSeconds: number | null;
}

export type Holds = ReturnType<typeof createHolds>;

/** Most seconds for a program of which nothing is known: many end a call after 60. */
const MOST_UNKNOWN = 55;
/** Most seconds for any program. */
const MOST_SECONDS = 1_800;
/** Fewest seconds of a wait, whatever a client has cut. */
const LEAST_SECONDS = 10;
/** Milliseconds in which the connection of a client that was closed ends. */
const CLOSE_MS = 50;
/** Seconds by which two cuts of one clock may differ. */
const CUT_TOLERANCE = 2;
const MOST_REMEMBERED = 5_000;
const MOST_PROGRAMS = 200;

/** Seconds after which programs cut a call off, by name and version. */
export const cutsSchema = z.record(z.string(), z.number().min(0));
type Cuts = z.infer<typeof cutsSchema>;

/**
 * For how long calls of a client are held: as long as its program is known to wait, and less once it has cut a call
 * off. A connection is believed at once, since a person who stops a call harms only that conversation; a program, for
 * all its connections, once two calls were cut after the same time, as a clock does it and no person.
 * @param programs the cuts of programs, kept where there is a file for them
 * @param fixedSeconds seconds for every client in place of what is known of it; null for none
 * @param isOpen whether a connection is there; for null, the requests that stand alone, nobody knows
 */
export function createHolds(
  programs: Pick<JsonFile<Cuts>, "get" | "set">,
  fixedSeconds: number | null,
  isOpen: (connection: string | null) => boolean,
  now: () => number = Date.now,
) {
  const ofConnections = new RecentMap<string, number>(MOST_REMEMBERED);
  /** The last cut of each program. */
  const last = new RecentMap<string, number>(MOST_REMEMBERED);
  const keyOf = ({ name, version }: HeldClient) => `${name ?? ""} ${version}`.slice(0, 100);
  const below = (cut: number | undefined) =>
    cut === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST_SECONDS, Math.floor(cut * 0.9) - 1);

  const cut = (client: HeldClient, seconds: number) => {
    const { connection } = client;
    if (seconds < LEAST_SECONDS) return;
    if (connection !== null) ofConnections.set(connection, seconds);
    const key = keyOf(client);
    const before = last.get(key);
    last.set(key, seconds);
    const isClock = before !== undefined && Math.abs(before - seconds) <= CUT_TOLERANCE;
    const all = programs.get();
    if (!isClock || seconds >= (all[key] ?? Number.POSITIVE_INFINITY)) return;
    // Where the file cannot be written, the next cuts try again; the connection is believed all the same.
    if (key in all || Object.keys(all).length < MOST_PROGRAMS) programs.set({ ...all, [key]: Math.round(seconds) });
  };
  /** When the call that waits for each subject began, in milliseconds since 1970. */
  const waiting = new Map<string, { readonly startedAt: number }>();

  return {
    /** Seconds for which a call of a client may be held: no client gets more than it can hold, whatever it requests. */
    secondsFor: (client: HeldClient, usual: number, requestedSeconds: number | undefined): number => {
      if (fixedSeconds !== null)
        return Math.min(requestedSeconds ?? fixedSeconds, Math.max(fixedSeconds, MOST_UNKNOWN));
      const row = mcpHostOf(client.name, client.version);
      const isHeld = row && (client.hearsProgress || !row.holdsByProgress);
      const limit = client.callSeconds === null ? (isHeld ? row.holdSeconds : null) : below(client.callSeconds);
      return Math.min(
        requestedSeconds ?? limit ?? usual,
        Math.max(limit ?? MOST_UNKNOWN, usual),
        MOST_SECONDS,
        below(client.connection === null ? undefined : ofConnections.get(client.connection)),
        below(programs.get()[keyOf(client)]),
      );
    },
    /**
     * Notes that a call waits; returns a function to call when it no longer does, with whether the client gave it up.
     * @param subject the event that it waits for, such as a seat's turn: a client that waits for the same again
     * meanwhile has given the first call up without a word. Null where several calls may wait for it.
     */
    noteStart: (client: HeldClient, subject: string | null): ((isCut: boolean) => void) => {
      const call = { startedAt: now() };
      const secondsOf = ({ startedAt }: typeof call) => (now() - startedAt) / 1000;
      const key = subject === null ? null : `${keyOf(client)} ${client.connection ?? ""} ${subject}`;
      const earlier = key === null ? undefined : waiting.get(key);
      if (earlier) cut(client, secondsOf(earlier));
      if (key !== null) waiting.set(key, call);
      return (isCut) => {
        if (key !== null && waiting.get(key) === call) waiting.delete(key);
        if (!isCut) return;
        const seconds = secondsOf(call);
        // A client that was closed has cut nothing off: its connection ends, too.
        awakeTime.after(CLOSE_MS, () => isOpen(client.connection) && cut(client, seconds));
      };
    },
  };
}
