import { describe, expect, test } from "vitest";
import { createBacklogs } from "../../src/main/flow/backlogs.ts";
import { boundedAnswer, openStreamOutbox } from "../../src/main/flow/stream-outbox.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();
const farewell = () => bytes("[cut off]");

describe("an outbox", () => {
  test("an outbox tells a client that reads everything, in order, and then ends", async () => {
    const backlogs = createBacklogs({ perClient: 10 });
    const ends: string[] = [];
    const outbox = openStreamOutbox(backlogs, farewell, () => ends.push("ended"));
    const reader = outbox.stream.getReader();
    const heard: string[] = [];
    const listening = (async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read())
        heard.push(new TextDecoder().decode(next.value));
    })();
    // Many times the bound in all, never more than the bound at once.
    for (let count = 0; count < 50; count += 1) {
      expect(outbox.send(bytes(`piece ${count}`))).toBe(true);
      await null;
      await null;
    }
    outbox.send(bytes("last"));
    outbox.end();
    expect(outbox.send(bytes("too late"))).toBe(false);
    await listening;
    expect(heard).toEqual([...Array.from({ length: 50 }, (_, count) => `piece ${count}`), "last"]);
    expect(ends).toHaveLength(1);
    expect(backlogs.total()).toBe(0);
  });

  test("an outbox cuts off a client that does not read: what waited is dropped, the farewell is the last it hears", async () => {
    const backlogs = createBacklogs({ perClient: 30 });
    const ends: string[] = [];
    const outbox = openStreamOutbox(backlogs, farewell, () => ends.push("ended"));
    expect(outbox.send(bytes("x".repeat(20)))).toBe(true);
    expect(backlogs.total()).toBe(20);
    expect(outbox.send(bytes("y".repeat(20)))).toBe(false);
    expect(backlogs.total()).toBe(0);
    expect(outbox.send(bytes("z"))).toBe(false);
    expect(ends).toHaveLength(1);
    expect(await textOf(outbox.stream)).toBe("[cut off]");
    expect(ends).toHaveLength(1);
  });

  test("an outbox is left by a client that goes away", async () => {
    const backlogs = createBacklogs();
    const ends: string[] = [];
    const outbox = openStreamOutbox(backlogs, farewell, () => ends.push("ended"));
    outbox.send(bytes("waits"));
    await outbox.stream.cancel();
    expect(outbox.send(bytes("more"))).toBe(false);
    outbox.end();
    expect(ends).toHaveLength(1);
    expect(backlogs.total()).toBe(0);
  });

  test("an outbox that is cut off for the sum of all backlogs leaves the others alone", async () => {
    const backlogs = createBacklogs({ perClient: 100, together: 100 });
    const [slow, slower] = [openStreamOutbox(backlogs, farewell), openStreamOutbox(backlogs, farewell)];
    slower.send(bytes("x".repeat(60)));
    slow.send(bytes("y".repeat(50)));
    expect(slower.send(bytes("x"))).toBe(false);
    expect(slow.send(bytes("y"))).toBe(true);
    slow.end();
    expect(await textOf(slower.stream)).toBe("[cut off]");
    expect(await textOf(slow.stream)).toBe("y".repeat(51));
  });
});

describe("the answer of a library that streams without asking", () => {
  /** A body that is made as fast as it can be, whoever reads it. */
  const heedless = (pieces: number, stopped: () => void = () => {}) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let count = 0; count < pieces; count += 1) controller.enqueue(bytes("0123456789"));
        if (pieces < 100) controller.close();
      },
      cancel: stopped,
    });

  test("the answer of a library that streams without asking reaches a client that reads, with its status and headers", async () => {
    const answer = new Response(heedless(3), { status: 202, headers: { "content-type": "text/event-stream" } });
    const bounded = boundedAnswer(createBacklogs(), answer, farewell);
    expect([bounded.status, bounded.headers.get("content-type")]).toEqual([202, "text/event-stream"]);
    expect(await bounded.text()).toBe("0123456789".repeat(3));
  });

  test("the answer of a library that streams without asking is stopped at its source when its client does not read, or goes away", async () => {
    for (const leave of [true, false]) {
      const stopped = Promise.withResolvers<void>();
      const backlogs = createBacklogs({ perClient: leave ? 10_000 : 500 });
      const bounded = boundedAnswer(backlogs, new Response(heedless(100, stopped.resolve)), farewell);
      if (leave) await bounded.body?.cancel();
      await stopped.promise;
      expect(backlogs.total()).toBe(0);
      if (!leave) expect(await bounded.text()).toBe("[cut off]");
    }
  });
});
