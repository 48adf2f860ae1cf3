import { signal } from "@preact/signals";
import type { RecordText } from "../../games/page.ts";
import { pages } from "../../games/pages.ts";
import type { ErrorCode } from "../../shared/result.ts";
import { importPgn } from "../api/client.ts";
import type { Failure } from "../api/request.ts";
import type { ImportSource } from "./sources.ts";

/** A game that was not imported. */
export interface Missing extends RecordText {
  /** The name of its source, and the source's index from 0, since two files may have one name. */
  readonly source: string;
  readonly sourceAt: number;
  /** Its number in its source, from 1. */
  readonly number: number;
  /** The reason; null where the import did not come to it. */
  readonly reason: string | null;
  /** Whether it is here already. */
  readonly isKnown?: boolean;
}

/** Games that are sent at once, which share a commit at the host. */
const AT_ONCE = 4;
/** Most refused games that are listed; all of them can be saved. */
const LISTED = 100;
/** Milliseconds of work before the page is redrawn. */
const BREATH_MS = 16;
/** Refusals that have nothing to do with the game. */
const fatalRefusals: ReadonlySet<string> = new Set<ErrorCode | Failure["code"]>([
  "CONNECTION_LOST",
  "HOST_CLOSING",
  "STORAGE_FAILED",
  "OUTCOME_UNKNOWN",
  "UNAUTHORIZED",
]);

/** The portable notations of games. */
export const notations = pages.flatMap(({ records }) => records ?? []);
/** The notation that a text looks like. */
export const recordsOf = (text: string) =>
  notations.find(({ matches }) => matches?.(text)) ?? notations.find(({ matches }) => !matches);

/** Imports all games of its sources, one after the other; each is accepted or refused on its own. */
export function openImport() {
  const sources: ImportSource[] = [];
  let at = 0;
  /** Sources before this one were cancelled. */
  let stoppedTo = 0;
  let gamesRead = 0;
  let running = false;
  let total = 0;
  /** The first games that were imported, and the id of the last one. */
  const games: (Place & { readonly id: string })[] = [];
  let last: string | null = null;
  /** Games that were there already, the last of them, and those that have notes for it. */
  const doubles: Missing[] = [];
  let lastKnown: string | null = null;
  const notes: Missing[] = [];
  let updates = 0;
  const refusals: Missing[] = [];
  /** Games that the import did not come to. */
  const pending: Missing[] = [];
  /** Further problems. */
  const troubles = new Set<string>();
  const snapshot = () => ({
    running,
    total,
    last,
    games: games.toSorted(inOrder).map(({ id }) => id),
    doubles: doubles.length,
    lastKnown,
    notes: notes.length,
    updates,
    refusals: refusals.length,
    pending: pending.length,
    troubles: [...troubles],
    /** The source that is read, and the number of sources after it. */
    reading: sources[at]?.name ?? "",
    waiting: Math.max(0, sources.length - at - 1),
    /** The share of all bytes that was read, 0 to 1. */
    share: sources.length === 0 ? 0 : (at + gamesRead) / sources.length,
    /** The first games that were refused or are here already, in the order of the sources. */
    list: [...refusals.slice(0, LISTED), ...doubles.slice(0, LISTED)].toSorted(inOrder).slice(0, LISTED),
  });
  const progress = signal({ ...snapshot(), running: true });
  const breathe = pauseNowAndThen(() => {
    progress.value = snapshot();
  });
  /** Stops the import of the sources so far; their remaining games count as missing. */
  const stop = () => {
    stoppedTo = sources.length;
  };

  const take = async (game: Omit<Missing, "reason">): Promise<void> => {
    if (game.sourceAt < stoppedTo) return insertInOrder(pending, { ...game, reason: null });
    const answer = await importPgn(game.text, game.line, false);
    if (answer.ok) {
      total += 1;
      last = answer.value.game_id;
      if (games.length < LISTED) games.push({ ...game, id: last });
    } else if (answer.code === "CONFLICT" && answer.game !== undefined) {
      lastKnown = answer.game;
      const { addsNotes = false, game: id } = answer;
      const missing = {
        ...game,
        isKnown: true,
        reason: addsNotes
          ? `It is game ${id} here, without some of these notes.`
          : `It was imported before: game ${id}.`,
      };
      insertInOrder(doubles, missing);
      if (addsNotes) insertInOrder(notes, missing);
    } else if (fatalRefusals.has(answer.code)) {
      stop();
      troubles.add(answer.message);
      insertInOrder(pending, { ...game, reason: null });
    } else insertInOrder(refusals, { ...game, reason: answer.message });
  };

  const takeAll = async ({ name, load }: ImportSource, sourceAt: number): Promise<void> => {
    const text = await load();
    const records = await recordsOf(text)?.split(text);
    let number = 0;
    const queue = records?.[Symbol.iterator]();
    const worker = async () => {
      for (let next = queue?.next(); next && !next.done; next = queue?.next()) {
        number += 1;
        await take({ ...next.value, source: name, sourceAt, number });
        gamesRead = Math.max(gamesRead, next.value.part);
        await breathe();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (number === 0) troubles.add(`${name} contains no games.`);
  };

  const run = async () => {
    running = true;
    for (let source = sources[at]; source; source = sources[at]) {
      progress.value = snapshot();
      try {
        await takeAll(source, at);
      } catch {
        troubles.add(`${source.name} cannot be read.`);
      }
      at += 1;
      gamesRead = 0;
    }
    running = false;
    progress.value = snapshot();
  };

  return {
    progress,
    /** Imports the sources of a list in order; of a longer list than last time, the new ones. */
    take: (next: readonly ImportSource[]) => {
      sources.push(...next.slice(sources.length));
      if (!running && at < sources.length) void run();
    },
    /** Adds the notes of games that are here already, then imports what has come meanwhile. */
    addNotes: async () => {
      running = true;
      stoppedTo = 0;
      for (let game = notes.shift(); game; game = stoppedTo > 0 ? undefined : notes.shift()) {
        const answer = await importPgn(game.text, game.line, true);
        doubles.splice(doubles.indexOf(game), 1);
        if (answer.ok) updates += 1;
        else insertInOrder(refusals, { ...game, isKnown: false, reason: answer.message });
        await breathe();
      }
      await run();
    },
    /** All games that were not imported, in the order of the file. */
    missing: () => [...refusals, ...pending].toSorted(inOrder),
    stop,
  };
}

type Place = Pick<Missing, "sourceAt" | "number">;
const inOrder = (one: Place, other: Place): number => one.sourceAt - other.sourceAt || one.number - other.number;

/** Inserts a game in order, which is near the end, since games that are sent at once are answered in any order. */
function insertInOrder(games: Missing[], game: Missing): void {
  games.splice(games.findLastIndex((each) => inOrder(each, game) < 0) + 1, 0, game);
}

/**
 * Lets the page draw and handle clicks, where it has not for a while; calls `tell` before. Not by a timer, which hardly
 * runs in a hidden window.
 */
function pauseNowAndThen(tell: () => void): () => Promise<void> | null {
  let breath: Promise<void> | null = null;
  let last = performance.now();
  return () => {
    if (performance.now() - last < BREATH_MS) return null;
    breath ??= new Promise((resolve) => {
      tell();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        last = performance.now();
        breath = null;
        resolve();
      };
      port2.postMessage(null);
    });
    return breath;
  };
}
