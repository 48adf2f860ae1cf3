import { type ReadonlySignal, signal } from "@preact/signals";
import type { RecordText } from "../../games/page.ts";
import { pages } from "../../games/pages.ts";
import type { ErrorCode } from "../../shared/result.ts";
import type { Failure } from "../api/answer.ts";
import { importPgn } from "../api/client.ts";
import type { Source } from "./shown.ts";

/** A game that was not taken. */
export interface Missing extends RecordText {
  readonly source: string;
  /** Its number in its source, from 1. */
  readonly number: number;
  /** Why; null where it was not looked at. */
  readonly reason: string | null;
}

/** How far an import is. */
export interface Progress {
  readonly running: boolean;
  /** Of all that there is to read, 0 to 1. */
  readonly done: number;
  readonly taken: number;
  /** The game that was taken last. */
  readonly last: string | null;
  readonly missing: readonly Missing[];
  /** What ended it before its time; null where nothing did. */
  readonly trouble: string | null;
}

export interface Importing {
  readonly progress: ReadonlySignal<Progress>;
  /** Takes no more games; those that are left are among the missing. */
  stop(): void;
}

/** Games that are asked for at once: they share the host's writing to the disk. */
const AT_ONCE = 4;
/** Refusals that have nothing to do with the game. */
const ends: ReadonlySet<string> = new Set<ErrorCode | Failure["code"]>([
  "CONNECTION_LOST",
  "HOST_CLOSING",
  "STORAGE_FAILED",
  "UNAUTHORIZED",
]);

/** How the games of the first kind that has records are written. */
export const recordsOf = () => pages.find(({ records }) => records !== null)?.records ?? null;

/** Imports all games of some texts, one after the other; each is taken or refused for itself. */
export function startImport(sources: readonly Source[]): Importing {
  const progress = signal<Progress>({ running: true, done: 0, taken: 0, last: null, missing: [], trouble: null });
  const change = (part: Partial<Progress>) => {
    progress.value = { ...progress.peek(), ...part };
  };
  let stopped = false;
  const miss = (missing: Missing) => change({ missing: [...progress.peek().missing, missing] });

  const take = async (record: RecordText, source: string, number: number): Promise<void> => {
    const here = { ...record, source, number };
    if (stopped) return miss({ ...here, reason: null });
    const answer = await importPgn(record.text, record.line);
    if (answer.ok) return change({ taken: progress.peek().taken + 1, last: answer.value.game_id });
    const over = ends.has(answer.code);
    if (over) {
      stopped = true;
      change({ trouble: answer.message });
    }
    miss({ ...here, reason: over ? null : answer.message });
  };

  const takeAll = async (source: Source, at: number): Promise<void> => {
    const records = await recordsOf()?.split(await source.read());
    let number = 0;
    let passed = 0;
    const queue = records?.[Symbol.iterator]();
    const worker = async () => {
      for (let next = queue?.next(); next && !next.done; next = queue?.next()) {
        number += 1;
        await take(next.value, source.name, number);
        passed = Math.max(passed, next.value.part);
        change({ done: (at + passed) / sources.length });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    if (number === 0) change({ trouble: `There is no game in ${source.name}.` });
  };

  void (async () => {
    for (const [at, source] of sources.entries()) {
      try {
        await takeAll(source, at);
      } catch {
        change({ trouble: `${source.name} cannot be read.` });
      }
    }
    change({
      running: false,
      done: 1,
      missing: progress.peek().missing.toSorted((one, other) => one.number - other.number),
    });
  })();
  return {
    progress,
    stop: () => {
      stopped = true;
    },
  };
}
