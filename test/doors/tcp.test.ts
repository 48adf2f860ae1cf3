import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate as nextPass } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { openTcpDoor } from "../../src/main/doors/tcp.ts";
import { type Backlogs, createBacklogs } from "../../src/main/flow/backlogs.ts";
import { openStreamOutbox } from "../../src/main/flow/stream-outbox.ts";

type TcpDoorOptions = Parameters<typeof openTcpDoor>[0];
type Fetch = TcpDoorOptions["fetch"];

async function openDoor(fetch: Fetch, { backlogs = createBacklogs(), ...limits }: DoorOptions = {}) {
  const door = await openTcpDoor({ port: 0, alternatives: 0, log: silentLog, fetch, backlogs, limits });
  const clients: Socket[] = [];
  return {
    port: door.port,
    /** Somebody who can do with a connection what no library would. */
    connect: async (): Promise<Socket> => {
      const client = connect({ port: door.port, host: "127.0.0.1", allowHalfOpen: true });
      client.on("error", () => {});
      clients.push(client);
      await once(client, "connect");
      return client;
    },
    [Symbol.asyncDispose]: async () => {
      for (const client of clients) client.destroy();
      await door.close();
    },
  };
}
type DoorOptions = TcpDoorOptions["limits"] & { readonly backlogs?: Backlogs };

/** More than the buffers of a connection take. */
const bigger = new Uint8Array(20_000_000);
const request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

const closed = (client: Socket) =>
  new Promise<void>((resolve) => {
    if (client.closed) resolve();
    else client.once("close", () => resolve());
  });

/**
 * Resolves when the other side has given up the connection altogether, and not only its own half: for one on which it
 * listens to nothing any more.
 */
async function brokenOff(client: Socket): Promise<void> {
  const knock = setInterval(() => client.writable && client.write("x"), 2);
  await closed(client);
  clearInterval(knock);
}

describe("a client that does not read", () => {
  test("a client that does not read has its stream cut off", async () => {
    const backlogs = createBacklogs();
    const cut = Promise.withResolvers<void>();
    const stream: Fetch = () => {
      const outbox = openStreamOutbox(backlogs, () => new Uint8Array(1), cut.resolve);
      const pour = async () => {
        while (outbox.send(bigger)) await nextPass();
      };
      void pour();
      return new Response(outbox.stream);
    };
    await using door = await openDoor(stream, { backlogs });
    const client = await door.connect();
    client.pause();
    client.write(request);
    await cut.promise;
    expect(backlogs.total()).toBe(0);
  });

  test("a client that does not read is broken off with when it takes nothing for a while, however little waits for it", async () => {
    const gone = Promise.withResolvers<void>();
    const stream: Fetch = ({ signal }) => {
      signal.addEventListener("abort", () => gone.resolve());
      return new Response(new ReadableStream({ start: (own) => own.enqueue(bigger) }));
    };
    // Long enough for the request to come: a connection that asks for nothing is closed as well.
    await using door = await openDoor(stream, { stallMs: 1_000 });
    const client = await door.connect();
    client.pause();
    client.write(request);
    await gone.promise;
  });

  test("a client that does not read loses its connection when too much waits for all of them", async () => {
    const backlogs = createBacklogs({ together: 30_000_000 });
    const answer = "x".repeat(8_000_000);
    let answered = 0;
    const fetch: Fetch = () => {
      answered += 1;
      return new Response(answer);
    };
    await using door = await openDoor(fetch, { backlogs });
    for (let count = 0; count < 6; count += 1) {
      const client = await door.connect();
      client.pause();
      client.write(request);
      while (answered <= count) await nextPass();
      await nextPass();
      expect(backlogs.total()).toBeLessThanOrEqual(30_000_000);
    }
    expect(backlogs.total()).toBeGreaterThan(10_000_000);
  });

  test("a client that does not read is not mistaken for one that waits in silence", async () => {
    const answer = Promise.withResolvers<void>();
    const silent = async () => {
      await answer.promise;
      return new Response("at last");
    };
    await using door = await openDoor(silent, { stallMs: 1_000 });
    const asked = fetch(`http://127.0.0.1:${door.port}/`);
    setTimeout(answer.resolve, 2_000);
    expect(await (await asked).text()).toBe("at last");
  });
});

test("a client that announces much and sends it slowly is disconnected when all together announce too much", async () => {
  const backlogs = createBacklogs({ together: 1_500_000 });
  await using door = await openDoor(async (asked) => new Response(String((await asked.text()).length)), { backlogs });
  const announce = (bytes: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`;
  const [slow, slower, small] = [await door.connect(), await door.connect(), await door.connect()];
  slow.write(announce(700_000));
  slower.write(announce(900_000));
  await brokenOff(slower);
  small.write(`${announce(20_000)}${"x".repeat(20_000)}`);
  expect(String((await once(small, "data"))[0])).toContain("20000");
  slow.write("x".repeat(700_000));
  expect(String((await once(slow, "data"))[0])).toContain("700000");
  expect(backlogs.total()).toBe(0);
});

describe("a connection", () => {
  test("a connection that does not say what it wants is answered and broken off, though the client holds on to it", async () => {
    await using door = await openDoor(() => new Response("never"), { headersMs: 50 });
    const tell = async (opening: string): Promise<string> => {
      const client = await door.connect();
      client.write(opening);
      const [told] = await once(client, "data");
      await brokenOff(client);
      return String(told);
    };
    const [silent, strange] = await Promise.all([tell("GET / HTTP/1.1\r\nHost:"), tell("no HTTP at all\r\n\r\n")]);
    expect(silent).toContain("408 Request Timeout");
    expect(strange).toContain("400 Bad Request");
  });

  test("a connection is answered one request after the other, in order, and lets the others have their turns in between", async () => {
    const log: string[] = [];
    const fetch: Fetch = async ({ url }) => {
      const { pathname } = new URL(url);
      log.push(`${pathname} asked`);
      await nextPass();
      log.push(`${pathname} answered`);
      return new Response(pathname);
    };
    await using door = await openDoor(fetch);
    const [many, one] = [await door.connect(), await door.connect()];
    const paths = Array.from({ length: 50 }, (_, index) => `/${index}`);
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    many.write(paths.map(get).join(""));
    one.write(get("/other"));
    let heard = "";
    for await (const chunk of many) {
      heard += String(chunk);
      if (heard.endsWith("/49")) break;
    }
    expect([...heard.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, path]) => path)).toEqual(paths);
    const own = log.filter((line) => !line.startsWith("/other"));
    expect(own).toEqual(paths.flatMap((path) => [`${path} asked`, `${path} answered`]));
    expect(log.indexOf("/other answered")).toBeLessThan(50);
  });

  test("a connection that sends far more requests than it hears answers is broken off", async () => {
    let answered = 0;
    const fetch: Fetch = () => {
      answered += 1;
      return new Response("ok");
    };
    await using door = await openDoor(fetch);
    const client = await door.connect();
    client.write(request.repeat(10_000));
    await brokenOff(client);
    expect(answered).toBeLessThan(200);
  });

  test("a connection beyond the limit takes the place of one that has nothing to ask", async () => {
    const held = Promise.withResolvers<void>();
    const fetch: Fetch = async () => {
      await held.promise;
      return new Response("done");
    };
    await using door = await openDoor(fetch, { connections: 2 });
    const busy = await door.connect();
    busy.write(request);
    const idle = await door.connect();
    const left = once(idle.resume(), "end");
    const late = await door.connect();
    await left;
    late.write(request);
    held.resolve();
    for (const client of [busy, late]) expect(String((await once(client, "data"))[0])).toContain("200 OK");
  });
});
