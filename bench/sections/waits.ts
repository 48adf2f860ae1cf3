import type { Figure, Section } from "../section.ts";
import { type Caller, httpCaller, socketCaller } from "../support/callers.ts";
import { type NoOpLine, type Subject, startKibitz, startNoOp } from "../support/processes.ts";

const WAITS = 1_000;
const KIB = 1024;

/** The host's memory for each agent that waits for its turn in a game of its own. */
export const waits: Section = {
  name: "waits",
  title: `Memory for each waiting agent at ${WAITS} waits, against calls held open by the bare SDK`,
  run: async (say) => {
    const figures: Figure[] = [];
    for (const way of ["HTTP, new era", "socket"] as const) {
      say(way);
      const held = await growth(await startNoOp({ inspect: true }), way, async (caller) => {
        await caller.call("noop");
        return ["hold", {}];
      });
      const waiting = await growth(await startKibitz({ inspect: true }), way, openSeat);
      const per = (bytes: number) => bytes / WAITS / KIB;
      figures.push(
        {
          name: `${way}: resident, one wait`,
          value: per(waiting.rss),
          unit: "KiB",
          against: { name: "a held call", value: per(held.rss) },
        },
        {
          name: `${way}: heap, one wait`,
          value: per(waiting.heap),
          unit: "KiB",
          against: { name: "a held call", value: per(held.heap) },
        },
      );
    }
    return figures;
  },
};

type Held = readonly [tool: string, args: Record<string, unknown>];

/** A new game in which black waits for an opponent who has not come yet. */
async function openSeat(caller: Caller): Promise<Held> {
  const { game_id, seat_token } = await caller.call("createGame", { type: "agent", color: "black" });
  return ["waitForNextTurn", { game_id, seat_token, timeout_seconds: 55 }];
}

/** How many bytes more a process holds while the calls are open than before they were made, games and connections being there in both. */
async function growth(
  started: Subject<NoOpLine>,
  way: "HTTP, new era" | "socket",
  prepare: (caller: Caller) => Promise<Held>,
) {
  await using subject = started;
  const http = httpCaller(subject.line);
  const stop = new AbortController();
  await using opened = new AsyncDisposableStack();
  const callers: Caller[] = [];
  const held: Held[] = [];
  while (held.length < WAITS) {
    // Answered before the next one connects, so that none has to wait at the door.
    const caller = way === "socket" ? opened.use(await socketCaller(subject.line)) : http;
    held.push(await prepare(caller));
    callers.push(caller);
  }
  // Calls at once, so that over HTTP there are as many connections as there will be waits.
  await Promise.all(callers.map((caller) => caller.call(quick(held), {})));
  const before = await subject.memory();
  let ended = 0;
  for (const [index, [tool, args]] of held.entries())
    callers[index]?.call(tool, args, stop.signal).then(
      () => {
        ended += 1;
      },
      () => {},
    );
  // By the time later calls are answered, the earlier ones wait.
  for (let count = 0; count < 3; count += 1) await http.call(quick(held), {});
  const during = await subject.memory();
  if (ended > 0) throw new Error(`${ended} calls ended too soon`);
  stop.abort();
  return { rss: during.rss - before.rss, heap: during.heap - before.heap };
}

const quick = (held: readonly Held[]): string => (held[0]?.[0] === "hold" ? "noop" : "listGames");
