import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveEvent } from "../../src/shared/api.ts";

/** On a busy machine what is soon there takes its time. */
const soon = { timeout: 20_000 };

/** The text of an event; only what a stream needs to know of it. */
const eventText = (id: number, lineEnd = "\n"): string =>
  [`id: ${id}`, "event: game", `data: {"id":${id},"seq":${id},"game_id":"1"}`, "", ""].join(lineEnd);
const helloText = (id: number): string => `retry: 1000\nid: ${id}\nevent: hello\ndata: {}\n\n`;

/** The host's messages on each connection in turn, piece by piece; the last one stays open. */
let connections: readonly (readonly string[])[] = [];
let addresses: string[] = [];

beforeEach(() => {
  addresses = [];
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("window", listeners);
  vi.stubGlobal("document", { ...listeners, visibilityState: "visible" });
  vi.stubGlobal("fetch", async (url: string, { signal }: { signal: AbortSignal }) => {
    const pieces = connections[addresses.length] ?? [];
    const isLast = addresses.length >= connections.length - 1;
    addresses.push(url);
    const encoder = new TextEncoder();
    return new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const piece of pieces) controller.enqueue(encoder.encode(piece));
          if (!isLast) controller.close();
          signal.addEventListener("abort", () => {
            if (isLast) controller.error(signal.reason);
          });
        },
      }),
    );
  });
});

/** Listens until `enough` events were told; answers what was heard in order. */
async function heard(enough: number): Promise<readonly (number | "reset")[]> {
  vi.resetModules();
  const live = await import("../../src/renderer/api/live.ts");
  const all: (number | "reset")[] = [];
  const done = Promise.withResolvers<void>();
  live.onReset(() => all.push("reset"));
  live.onGameEvent(({ id }: LiveEvent) => {
    all.push(id);
    if (all.filter((each) => each !== "reset").length === enough) done.resolve();
  });
  const stop = live.startListening();
  await done.promise;
  stop();
  return all;
}

describe("the stream of events", () => {
  it("the stream of events is told whole, wherever it is cut and however its lines end", async () => {
    for (const lineEnd of ["\n", "\r\n"]) {
      const text = [helloText(4), eventText(5, lineEnd), ": ping\n\n", eventText(6, lineEnd)].join("");
      for (let cut = helloText(4).length; cut < text.length; cut += 7) {
        connections = [[text.slice(0, cut), text.slice(cut)]];
        addresses = [];
        expect(await heard(2)).toEqual(["reset", 5, 6]);
      }
    }
  });

  it("the stream of events is told once each across a lost connection, and asked for from where it broke off", async () => {
    connections = [
      [helloText(4), eventText(5), eventText(6).slice(0, 12)],
      [helloText(7), eventText(5), eventText(6), eventText(7)],
    ];
    expect(await heard(3)).toEqual(["reset", 5, 6, 7]);
    expect(addresses).toEqual(["/api/events", "/api/events?after=5"]);
  });

  it("the stream of events goes on from what was read last, where the page was too far behind", async () => {
    connections = [
      [helloText(4), eventText(5), "event: behind\ndata: {}\n\n"],
      [helloText(8), eventText(6), eventText(7), eventText(8)],
    ];
    expect(await heard(4)).toEqual(["reset", 5, 6, 7, 8]);
    expect(addresses).toEqual(["/api/events", "/api/events?after=5"]);
  });

  it("the stream of events is asked for again where a host takes the connection and says nothing at all", async () => {
    vi.useFakeTimers();
    try {
      const answers = fetch;
      const asked: AbortSignal[] = [];
      vi.stubGlobal("fetch", (url: string, init: { signal: AbortSignal }) => {
        asked.push(init.signal);
        if (asked.length > 1) return answers(url, init);
        return new Promise((_, reject) => init.signal.addEventListener("abort", () => reject(init.signal.reason)));
      });
      connections = [[helloText(4), eventText(5)]];
      const told = heard(1);
      await vi.waitFor(() => expect(asked).toHaveLength(1), soon);
      await vi.advanceTimersByTimeAsync(39_000);
      expect(asked).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await told).toEqual(["reset", 5]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("the stream of events is not asked for again where the host refuses, until somebody signs in", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", async (url: string) => {
      addresses.push(url);
      return new Response(null, { status: 401 });
    });
    vi.resetModules();
    const live = await import("../../src/renderer/api/live.ts");
    const stop = live.startListening();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(live.refusalText.value).toContain("not signed in");
    expect(addresses.filter((url) => url === "/api/events")).toHaveLength(1);
    live.listenNow();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(addresses.filter((url) => url === "/api/events")).toHaveLength(2);
    stop();
    vi.useRealTimers();
  });

  it("the stream of events begins anew where too much was missed", async () => {
    connections = [
      [helloText(4), eventText(5)],
      [helloText(9_000), "event: reset\ndata: {}\n\n", eventText(9_001)],
    ];
    expect(await heard(2)).toEqual(["reset", 5, "reset", 9_001]);
  });
});

describe("several pages of one browser", () => {
  /** A page that listens, with what it has heard. */
  async function openPage() {
    vi.resetModules();
    const live = await import("../../src/renderer/api/live.ts");
    const all: (number | "reset")[] = [];
    live.onReset(() => all.push("reset"));
    live.onGameEvent(({ id }: LiveEvent) => all.push(id));
    return { all, live, stop: live.startListening() };
  }

  it("several pages of one browser hear by one stream, and the next one reads on when the page goes that read it", async () => {
    connections = [[helloText(4), eventText(5)], [helloText(7), eventText(6), eventText(7)], [helloText(7)]];
    // The first stays open here until its page goes.
    const answers = fetch;
    vi.stubGlobal("fetch", (url: string, init: { signal: AbortSignal }) => {
      if (addresses.length > 0) return answers(url, init);
      addresses.push(url);
      const text = new TextEncoder().encode(connections[0]?.join(""));
      return new Response(
        new ReadableStream<Uint8Array>({
          start: (controller) => {
            controller.enqueue(text);
            init.signal.addEventListener("abort", () => controller.error(init.signal.reason));
          },
        }),
      );
    });
    const first = await openPage();
    await expect.poll(() => first.all).toEqual(["reset", 5]);
    const second = await openPage();
    await expect.poll(() => second.all).toEqual(["reset"]);
    expect(second.live.connection.value).toBe("connected");
    expect(addresses).toEqual(["/api/events"]);
    first.stop();
    await expect.poll(() => second.all).toEqual(["reset", 6, 7]);
    expect(addresses[1]).toBe("/api/events?after=5");
    second.stop();
  });

  it("several pages of one browser read on at once when the browser freezes the page that reads", async () => {
    const frozen = Object.assign(new EventTarget(), { visibilityState: "visible" });
    const { document } = globalThis;
    connections = [[helloText(4), eventText(5)]];
    vi.stubGlobal("document", frozen);
    const first = await openPage();
    await expect.poll(() => first.all).toEqual(["reset", 5]);
    vi.stubGlobal("document", document);
    const second = await openPage();
    await expect.poll(() => second.all).toEqual(["reset"]);
    connections = [[], [helloText(6), eventText(6)]];
    frozen.dispatchEvent(new Event("freeze"));
    await expect.poll(() => second.all).toEqual(["reset", 6]);
    // Once it goes on, it hears with the others.
    await expect.poll(() => first.all).toEqual(["reset", 5, "reset"]);
    expect(addresses).toEqual(["/api/events", "/api/events?after=5"]);
    first.stop();
    second.stop();
  });

  it("several pages of one browser fetch afresh where the one that reads knows of more, or of another past", async () => {
    const done = Promise.withResolvers<void>();
    const held = navigator.locks.request("kibitz-events", () => done.promise);
    const channel = new BroadcastChannel("kibitz-events");
    const tell = (connection: string, before: number, ...ids: readonly number[]) =>
      channel.postMessage({
        connection,
        before,
        events: ids.map((id) => ({ name: "game", data: JSON.stringify({ id, seq: id, game_id: "1" }) })),
      });
    const page = await openPage();
    tell("first", 100, 101);
    await expect.poll(() => page.all).toEqual(["reset", 101]);
    tell("the same place", 101, 102);
    await expect.poll(() => page.all).toEqual(["reset", 101, 102]);
    tell("further", 110, 111);
    await expect.poll(() => page.all).toEqual(["reset", 101, 102, "reset", 111]);
    tell("of a copy of the data", 50, 51);
    await expect.poll(() => page.all).toEqual(["reset", 101, 102, "reset", 111, "reset", 51]);
    page.stop();
    channel.close();
    done.resolve();
    await held;
  });

  it("several pages of one browser do without the one that holds the stream and does not tell", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const hung = Promise.withResolvers<void>();
    const held = navigator.locks.request("kibitz-events", () => hung.promise).catch(() => null);
    try {
      connections = [[helloText(4), eventText(5)]];
      const page = await openPage();
      await vi.advanceTimersByTimeAsync(39_000);
      expect(page.live.connection.value).toBe("connecting");
      await vi.advanceTimersByTimeAsync(3_000);
      await vi.waitFor(() => expect(page.all).toEqual(["reset", 5]), soon);
      page.stop();
    } finally {
      vi.useRealTimers();
      hung.resolve();
      await held;
    }
  });

  it("several pages of one browser read each for itself where the browser shares nothing between them", async () => {
    connections = [[helloText(4), eventText(5)]];
    vi.stubGlobal("navigator", {});
    expect(await heard(1)).toEqual(["reset", 5]);
    addresses = [];
    const request = () => Promise.reject(new DOMException("Access is denied.", "SecurityError"));
    vi.stubGlobal("navigator", { locks: { request } });
    expect(await heard(1)).toEqual(["reset", 5]);
    addresses = [];
    // Where cookies are blocked, some browsers let pages say nothing to each other.
    vi.stubGlobal("BroadcastChannel", function refuse() {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
    expect(await heard(1)).toEqual(["reset", 5]);
  });
});
