import { describe, expect, test } from "vitest";
import { createEventStreams } from "../../src/main/web/event-stream.ts";
import { agentGame, openTables } from "../tables/support.ts";

/** The parts of the event stream that take more than a real page has patience for. */

async function openStreams() {
  const place = openTables();
  const made = await place.tables.create(agentGame);
  if (!made.ok) throw new Error(made.message);
  const { table } = made.value;
  const streams = createEventStreams(place.tables, place.store);
  return {
    ...place,
    streams,
    /** So many events more in the record. */
    fill: (count: number) =>
      place.store.commit({
        table,
        at: 1,
        events: Array.from({ length: count }, () => ({ type: "said", seat: "white", message: "x" }) as const),
      }),
    say: async (message: string) => place.tables.say(table.id, "white", message),
    [Symbol.asyncDispose]: async () => {
      streams.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

async function readAll(response: Response): Promise<string> {
  return new Response(response.body).text();
}

describe("a page that comes back", () => {
  test("is told all it missed, up to a thousand events", async () => {
    await using place = await openStreams();
    await place.fill(999);
    const response = place.streams.open(0, new AbortController().signal);
    place.streams.close();
    const text = await readAll(response);
    expect(text.match(/event: game/g)).toHaveLength(1_000);
    expect(text).not.toContain("event: reset");
    expect(text).toContain("id: 1000\nevent: game");
  });

  test("after more than that, is asked to begin afresh", async () => {
    await using place = await openStreams();
    await place.fill(1_001);
    const response = place.streams.open(0, new AbortController().signal);
    place.streams.close();
    const text = await readAll(response);
    expect(text).toMatch(/id: 1002\nevent: hello\ndata: \{\}\n\nevent: reset\n/);
    expect(text).not.toContain("event: game");
  });
});

describe("a page", () => {
  test("that goes away frees its place", async () => {
    await using place = await openStreams();
    const gone = new AbortController();
    const streams = Array.from({ length: 500 }, () => place.streams.open(null, gone.signal));
    expect(place.streams.open(null, gone.signal).status).toBe(503);
    gone.abort();
    expect(place.streams.open(null, new AbortController().signal).status).toBe(200);
    for (const stream of streams) await stream.body?.cancel();
  });

  test("that does not read is cut off, and disturbs nobody", async () => {
    await using place = await openStreams();
    const slow = place.streams.open(null, new AbortController().signal);
    const { value: sitting } = await place
      .say("first")
      .then((said) => (said.ok ? said : Promise.reject(new Error(said.message))));
    for (let round = 0; round < 2_100; round += 1) {
      place.time.now += 10_000;
      await place.say(`line ${round}`);
    }
    const text = await readAll(slow);
    expect(text.match(/event: game/g)?.length).toBeLessThanOrEqual(2_000);
    expect(sitting.talk.length).toBe(2_101);
  });
});
