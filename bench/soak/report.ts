import { table } from "../support/profile.ts";
import type { Window } from "./soak.ts";

/** How much a figure of the last window may differ from that of the second. */
const TOLERANCE = 0.1;

/** One line a window. */
export function report(windows: readonly Window[]): string {
  const names = Object.keys(windows.at(-1)?.times ?? {}).toSorted();
  const head = ["", ...names.map((name) => `${name} (median, p99 ms; calls)`), "resident", "heap", "handles", "timers"];
  const lines = windows.map(({ times, rss, heap, handles, timers }, index) => [
    `${index + 1}`,
    ...names.map((name) => {
      const { median = Number.NaN, p99 = Number.NaN, count = 0 } = times[name] ?? {};
      return `${median.toFixed(2)}, ${p99.toFixed(1)}; ${count}`;
    }),
    ...[rss, heap].map((bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`),
    `${handles}`,
    `${timers}`,
  ]);
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A table of the work of host and callers during the slowest moves, for every window in which they were sampled. */
export const slowestCalls = (windows: readonly Window[]): string =>
  windows
    .flatMap(({ slowest }, index) =>
      slowest
        ? [table(`${index + 1}: host`, slowest.host), "", table(`${index + 1}: callers`, slowest.callers), ""]
        : [],
    )
    .join("\n");

/** Measures how busy machine and disk were with other things. A move waits for both. */
const bare = ["no-op tool", "bare commit"] as const;

/**
 * Figures that are higher in the last window than in the second by more than a tenth, in one line each. A time has to
 * be higher in milliseconds, and higher beside a call that does nothing and a commit of one row together: otherwise it
 * is not the host that has become slower.
 */
export function compare(windows: readonly Window[]): readonly string[] {
  const [, second] = windows;
  const last = windows.at(-1);
  if (!second || !last || second === last) throw new Error("there are not enough windows to be compared");
  const isMore = (before: number, after: number) => after > before * (1 + TOLERANCE);
  const told = (name: string, before: number, after: number) =>
    `${name}: ${before.toPrecision(3)} in the second minute, ${after.toPrecision(3)} in the last`;
  const [idle, idleBefore] = [bareOf(last), bareOf(second)];
  const times = Object.entries(last.times).flatMap(([name, after]) => {
    const before = second.times[name];
    if (!before || bare.some((each) => each === name)) return [];
    return (["median", "p99"] as const)
      .filter((of) => isMore(before[of], after[of]) && isMore(before[of] / idleBefore[of], after[of] / idle[of]))
      .map((of) => told(`${name}, ${of} in ms`, before[of], after[of]));
  });
  const rest = (["rss", "heap", "handles", "timers"] as const)
    .filter((name) => isMore(second[name], last[name]))
    .map((name) => told(name, second[name], last[name]));
  return [...times, ...rest];
}

function bareOf({ times }: Window): { readonly median: number; readonly p99: number } {
  const all = bare.flatMap((name) => times[name] ?? []);
  const sum = (of: "median" | "p99") => all.reduce((total, each) => total + each[of], 0);
  return { median: sum("median"), p99: sum("p99") };
}
