import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { fetchUntrusted } from "../../src/main/players/fetch-untrusted.ts";

test("a server is called again the later the longer its answers are, and a call that is given up does not wait for that", async () => {
  const calls: number[] = [];
  const server = createServer((request, response) => {
    calls.push(performance.now());
    response.end("a".repeat(Number(request.url?.slice(1))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const read = async (length: number, signal?: AbortSignal) =>
      (await fetchUntrusted(`http://127.0.0.1:${port}/${length}`, signal ? { signal } : {})).text();
    await read(16 * 1024 + 256 * 200);
    await expect(read(1, AbortSignal.abort("given up"))).rejects.toBe("given up");
    expect(calls).toHaveLength(1);
    await read(1);
    const [first = 0, second = 0] = calls;
    expect(second - first).toBeGreaterThanOrEqual(190);
  } finally {
    server.close();
  }
});

test("a redirect of a player's server, or of a vendor, is not followed", async () => {
  const calls: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    calls.push(url);
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await expect(fetchUntrusted(`http://127.0.0.1:${port}/first`)).rejects.toThrow();
  expect(calls).toEqual(["/first"]);
});

test("a vendor of models is called at once however long its answers are, since all entrants of a key share it", async () => {
  const called = vi.fn(async () => new Response("a".repeat(200 * 1024)));
  vi.stubGlobal("fetch", called);
  onTestFinished(() => void vi.unstubAllGlobals());
  for (const [address, calls] of [
    ["https://api.openai.com/v1/responses", 2],
    ["https://elsewhere.example/v1", 1],
  ] as const) {
    called.mockClear();
    await (await fetchUntrusted(address)).text();
    const gone = new AbortController();
    const next = fetchUntrusted(address, { signal: gone.signal });
    // A call that waits has not been made yet.
    expect(called).toHaveBeenCalledTimes(calls);
    gone.abort();
    await (await next).text();
  }
});
