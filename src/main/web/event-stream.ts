import { definitionOf } from "../../games/register.ts";
import type { LiveEvent } from "../../shared/api.ts";
import type { LoggedEvent } from "../../shared/events.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import type { Backlogs } from "../flow/backlogs.ts";
import { openStreamOutbox } from "../flow/stream-outbox.ts";
import { type JoinCodes, noCodes } from "../games/authority.ts";
import type { Games } from "../games/games.ts";
import type { Leagues } from "../league/leagues.ts";
import { isOver, type LiveLeague } from "../league/machine/league.ts";
import { liveEvents, missedEvent } from "../views/game/live-event.ts";
import { leagueChange, type ToldRows } from "../views/league/league-detail.ts";

const PING_MS = 15_000;
/** Most past events that are sent when a page comes back. */
const CATCH_UP = 1_000;
/** The same in characters: far below the limit of a page's backlog, or the page would be cut off again and again. */
const LONGEST_PAST = 3_000_000;
const MOST_STREAMS = 500;

export type EventStreams = ReturnType<typeof createEventStreams>;

const encoder = new TextEncoder();
const farewellEvent = () => encoder.encode("event: behind\ndata: {}\n\n");
const pingComment = encoder.encode(": ping\n\n");

/** A listener, from the moment at which it asked for the stream. */
interface EventReader {
  tell(text: Uint8Array, id: number): void;
}

export function createEventStreams(
  liveGames: Pick<Games, "entriesAfter" | "get" | "inMemory" | "lastEntryId" | "listen" | "state">,
  backlogs: Backlogs,
  now: () => number,
  joinCodes: JoinCodes = noCodes,
) {
  const open = new Set<() => void>();
  const readers = new Set<EventReader>();
  let isClosed = false;

  // The events of a commit are built and serialized once for all listeners.
  const stopListening = liveGames.listen(
    (news) => {
      if (readers.size === 0) return;
      const events = liveEvents(news, now(), joinCodes);
      const text = encoder.encode(events.map(eventText).join(""));
      for (const reader of [...readers]) reader.tell(text, events.at(-1)?.id ?? 0);
    },
    () => readers.size > 0,
  );

  /** Sends entries, each with its game as it is now, which is read once. Leaves out what cannot be read. */
  const textsOf = async (entries: readonly LoggedEvent[]): Promise<readonly string[]> => {
    const games = new Map<string, ReturnType<typeof gameAt>>();
    const texts = entries.map(async (entry) => {
      const game = games.get(entry.gameId) ?? gameAt(entry.gameId);
      games.set(entry.gameId, game);
      return (await game)?.(entry) ?? "";
    });
    return Promise.all(texts);
  };
  const gameAt = async (id: string): Promise<((entry: LoggedEvent) => string) | null> => {
    const result = await liveGames.state(id);
    if (!result.ok) return null;
    const state = result.value;
    const isWanted = definitionOf(state.kind).rules.conceals || liveGames.inMemory(id) !== null;
    const whole = isWanted ? await liveGames.get(id) : null;
    const game = whole?.ok ? whole.value : null;
    return (entry) => eventText(missedEvent(entry, game?.state ?? state, game, now(), joinCodes));
  };

  return {
    /**
     * All events as server-sent events: `game` events, whose id is their place in the log, each with the card of its
     * game. A reader that names the last id it saw first gets what it missed, or `reset` where that is too much, so
     * that it fetches everything again. A reader that does not read gets `behind` in place of its backlog, and the end
     * of the stream: it comes back and catches up from the log.
     */
    open: async (lastSeen: number | null, signal: AbortSignal) => {
      // Counts readers and not streams, since those whose past is still being read count too.
      if (readers.size >= MOST_STREAMS)
        return new Response("Too many pages are listening. Close some.\n", { status: 503 });
      // Listens before the past is read, so that there is no gap; later events wait meanwhile.
      const meanwhile: { readonly text: Uint8Array; readonly id: number }[] = [];
      const reader: EventReader = { tell: (text, id) => void meanwhile.push({ text, id }) };
      readers.add(reader);

      const { from, past } = await pastSince(lastSeen).catch((error: unknown) => {
        readers.delete(reader);
        throw error;
      });
      const outbox = openStreamOutbox(backlogs, farewellEvent, () => {
        open.delete(outbox.end);
        readers.delete(reader);
        clearInterval(pings);
        signal.removeEventListener("abort", outbox.end);
      });
      const pings = setInterval(() => outbox.send(pingComment), PING_MS);
      open.add(outbox.end);
      signal.addEventListener("abort", outbox.end, { once: true });
      reader.tell = (text, id) => {
        if (id > from) outbox.send(text);
      };
      outbox.send(encoder.encode(`retry: 1000\nid: ${from}\nevent: hello\ndata: {}\n\n${past.join("")}`));
      for (const { text, id } of meanwhile) reader.tell(text, id);
      if (signal.aborted || isClosed) outbox.end();
      return new Response(outbox.stream, {
        headers: {
          "content-type": "text/event-stream; charset=utf-8",
          "cache-control": "no-store",
          "x-accel-buffering": "no",
        },
      });
    },
    /** Sends an event that is not in the log to everybody who listens now. */
    tell: (event: string, data: unknown) => {
      if (readers.size === 0) return;
      const text = encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      for (const reader of [...readers]) reader.tell(text, Number.POSITIVE_INFINITY);
    },
    /** The number of listeners, which is that of open pages. */
    readers: () => readers.size,
    close: () => {
      isClosed = true;
      stopListening();
      for (const end of [...open]) end();
      readers.clear();
    },
  };

  /** The past events to send, and the place in the log up to which they reach. */
  async function pastSince(lastSeen: number | null): Promise<{ from: number; past: readonly string[] }> {
    const newest = await liveGames.lastEntryId();
    if (lastSeen === null) return { from: newest, past: [] };
    const reset = { from: newest, past: ["event: reset\ndata: {}\n\n"] };
    if (lastSeen > newest) return reset;
    const { entries, isAll } = await liveGames.entriesAfter(lastSeen, CATCH_UP);
    if (!isAll) return reset;
    const past = await textsOf(entries);
    if (past.reduce((length, text) => length + text.length, 0) > LONGEST_PAST) return reset;
    return { from: Math.max(newest, entries.at(-1)?.id ?? 0), past };
  }
}

const eventText = (event: LiveEvent): string => `id: ${event.id}\nevent: game\ndata: ${JSON.stringify(event)}\n\n`;

/** Milliseconds for which the changes of a league are gathered: nobody could read a table that changes more often. */
const GATHERED_MS = 250;
/** The pause between reports as a multiple of the last one's time, which leaves the host its time. */
const SHARE = 9;

/** Streams changes of leagues. They are in no log: a page that was away asks again. Nobody listening costs nothing. */
export function streamLeagueChanges(leagues: Pick<Leagues, "listen">, events: Pick<EventStreams, "readers" | "tell">) {
  const rowsByLeague = new Map<string, ToldRows>();
  /** Leagues that changed, each as it was reported last, and as it is. */
  const changes = new Map<string, { readonly from: LiveLeague | null; readonly live: LiveLeague }>();
  let timer: NodeJS.Timeout | null = null;
  let gatherFor = GATHERED_MS;
  let isClosed = false;

  const tell = async (): Promise<void> => {
    const startedAt = performance.now();
    const batch = [...changes];
    changes.clear();
    for (const [id, { from, live }] of batch) {
      const { news, rows } = await runInSlices(leagueChange(rowsByLeague.get(id), from, live));
      events.tell("league", news);
      if (isOver(live.league)) rowsByLeague.delete(id);
      else rowsByLeague.set(id, rows);
    }
    gatherFor = Math.max(GATHERED_MS, SHARE * (performance.now() - startedAt));
    timer = null;
    if (changes.size > 0) gather();
  };
  /** Until the last change has been reported, there is one timer, or the work that it started. */
  const gather = (): void => {
    if (!isClosed) timer ??= setTimeout(() => void tell(), gatherFor);
  };

  const stopListening = leagues.listen(
    ({ before, value: live }) => {
      if (events.readers() === 0) {
        rowsByLeague.clear();
        changes.clear();
        return;
      }
      const { id } = live.league;
      const earlier = changes.get(id);
      changes.set(id, { from: earlier ? earlier.from : before, live });
      gather();
    },
    () => events.readers() > 0,
  );
  return {
    close: () => {
      isClosed = true;
      stopListening();
      if (timer) clearTimeout(timer);
    },
  };
}
