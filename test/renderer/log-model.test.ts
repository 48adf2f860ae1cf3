import { expect, it, vi } from "vitest";
import type { GameLog } from "../../src/shared/api.ts";

/** A stream that says hello and stays open. */
const greeting = (signal: AbortSignal) =>
  new ReadableStream<Uint8Array>({
    start: (own) => {
      own.enqueue(new TextEncoder().encode("id: 1\nevent: hello\ndata: {}\n\n"));
      signal.addEventListener("abort", () => own.error(signal.reason));
    },
  });

/** A log of so many entries, as the host pages it. */
function hostWith(entries: number) {
  const asked: string[] = [];
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("window", listeners);
  vi.stubGlobal("document", { ...listeners, visibilityState: "visible" });
  vi.stubGlobal("fetch", async (url: string, { signal }: { signal: AbortSignal }) => {
    if (url.startsWith("/api/events")) return new Response(greeting(signal));
    asked.push(url);
    const query = new URL(url, "http://host").searchParams;
    const [after, limit] = [Number(query.get("after")), Number(query.get("limit"))];
    const page = Array.from({ length: Math.min(limit, entries - after) }, (_, index) => after + index + 1);
    const log: GameLog = {
      entries: page.map((seq) => ({ seq, at: seq, event: { type: "seatFreed", seat: "white" } })),
      next_after: page.length === limit ? (page.at(-1) ?? null) : null,
    };
    return Response.json(log);
  });
  return asked;
}

it("a game's log is read from its newest page, and earlier ones when they are asked for", async () => {
  vi.resetModules();
  const asked = hostWith(1_200);
  const { openLog } = await import("../../src/renderer/game/event-log.tsx");
  const { startListening } = await import("../../src/renderer/api/live.ts");
  const stop = startListening();
  const log = openLog("1000", 1_200);
  const shown = () => [log.entries.value[0]?.seq, log.entries.value.at(-1)?.seq, log.entries.value.length];
  await expect.poll(shown).toEqual([701, 1_200, 500]);
  log.readEarlier();
  await expect.poll(shown).toEqual([201, 1_200, 1_000]);
  expect(log.hasEarlier.value).toBe(true);
  log.readEarlier();
  await expect.poll(shown).toEqual([1, 1_200, 1_200]);
  expect(log.hasEarlier.value).toBe(false);
  expect(asked.map((url) => new URL(url, "http://host").searchParams.get("after"))).toEqual([
    "700",
    "1200",
    "200",
    "0",
  ]);
  log.close();
  stop();
});
