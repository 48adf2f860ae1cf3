import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { z } from "zod";

/** The displays that the system has; a test may name others. */
const main = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } };
const displaysSchema = z.array(
  z.object({
    id: z.number(),
    workArea: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  }),
);
const named = process.env["STAND_IN_DISPLAYS"];
export const displays = named ? displaysSchema.parse(JSON.parse(named)) : [main];
export const screen = { getPrimaryDisplay: () => displays[0] ?? main, getAllDisplays: () => displays };

/** Tells the test what its Chromium page is to show. */
export function tellScreen(news: { readonly load: string } | { readonly closed: true }): void {
  process.send?.({ screen: news });
}

/**
 * Opens a loopback address where each request is answered by what the application answers `app://kibitz` with, its
 * body as it comes. Chromium learns a scheme of one's own only from the program that it is built into.
 */
export async function openScreen(handle: (request: Request) => Promise<Response> | undefined): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once("close", () => gone.abort());
    const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
    const request = new Request(`app://kibitz${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers: new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
      signal: gone.signal,
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
    });
    const answer = await handle(request);
    outgoing.writeHead(answer?.status ?? 404, Object.fromEntries(answer?.headers ?? []));
    outgoing.flushHeaders();
    try {
      for await (const chunk of answer?.body ?? []) outgoing.write(chunk);
    } catch {
      // The page went away.
    }
    outgoing.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
