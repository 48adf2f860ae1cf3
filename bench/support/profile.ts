// The functions that a process ran in given spans of time, from the samples of V8's profiler.
import { basename } from "node:path";

/** Part of the answer to `Profiler.stop` of the inspector's protocol. Times in microseconds of the monotonic clock. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly startTime: number;
  /** The id of the node that each sample found, and the time since the sample before. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** In milliseconds of the monotonic clock, which all processes of a machine share. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The monotonic clock, in milliseconds. */
export const monotonicNow = (): number => Number(process.hrtime.bigint()) / 1e6;

/** One request of the inspector's protocol, to this process or another. */
type Ask = (method: string, params?: Record<string, unknown>) => Promise<unknown>;

/** Microseconds between two samples. */
const SAMPLE_US = 1_000;

/** Begins to sample a process; the returned function stops and answers with the samples. */
export async function startProfile(ask: Ask): Promise<() => Promise<Profile>> {
  await ask("Profiler.enable");
  await ask("Profiler.setSamplingInterval", { interval: SAMPLE_US });
  await ask("Profiler.start");
  return async () => {
    const { profile } = (await ask("Profiler.stop")) as { readonly profile: Profile };
    return profile;
  };
}

/** By function: its share of all samples, and of those that fall into one of the spans. Each adds up to 1. */
export type Shares = ReadonlyMap<string, { readonly always: number; readonly within: number }>;

/** Shares the samples out among the functions that were running. `(idle)` is a process that waits. */
export function sharesOf({ nodes, samples, timeDeltas, startTime }: Profile, spans: readonly Span[]): Shares {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const apart = union(spans);
  const counts = new Map<string, { always: number; within: number }>();
  let [time, at, inside] = [startTime, 0, 0];
  for (const [index, id] of samples.entries()) {
    time += timeDeltas[index] ?? 0;
    const ms = time / 1_000;
    while (at < apart.length && (apart[at]?.to ?? 0) < ms) at += 1;
    const within = ms >= (apart[at]?.from ?? Number.POSITIVE_INFINITY);
    const name = names.get(id) ?? "?";
    const count = counts.get(name) ?? { always: 0, within: 0 };
    count.always += 1;
    if (within) {
      count.within += 1;
      inside += 1;
    }
    counts.set(name, count);
  }
  return new Map(
    [...counts].map(([name, { always, within }]) => [
      name,
      { always: always / samples.length, within: inside === 0 ? 0 : within / inside },
    ]),
  );
}

/** A table of the functions with the largest shares within the spans. */
export function table(title: string, shares: Shares, rows = 12): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const largest = [...shares].toSorted(([, a], [, b]) => b.within - a.within).slice(0, rows);
  return [
    `| ${title} | during the slowest calls | in the whole minute |`,
    "| --- | --- | --- |",
    ...largest.map(([name, { always, within }]) => `| ${name} | ${percent(within)} | ${percent(always)} |`),
  ].join("\n");
}

function nameOf({ functionName, url }: Profile["nodes"][number]["callFrame"]): string {
  const file = url.startsWith("node:") ? url : basename(url);
  return `${functionName || "(anonymous)"}${file === "" ? "" : ` in ${file}`}`;
}

/** Spans in their order, those that overlap as one. */
function union(spans: readonly Span[]): Span[] {
  const apart: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else apart.push({ from, to });
  }
  return apart;
}
