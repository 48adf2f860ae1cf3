import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { z } from "zod";
import { protocolHandlers } from "./requests.ts";

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

/** The messages to a Chromium page that stands in for the window and its preload. */
export type ScreenNews =
  | { readonly load: string }
  | { readonly closed: true }
  | { readonly send: { readonly channel: string; readonly told: readonly unknown[] } };

/** Tells the test what its Chromium page is to show. */
export function tellScreen(news: ScreenNews): void {
  process.send?.({ screen: news });
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | ReadableStream;
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: Readable;
}

/**
 * Asks the handler of a scheme as Electron does (lib/browser/api/protocol.ts): its request has no signal, and that the
 * page has gone is told by nothing but the end of the stream that the answer's body was made into, once there is one.
 */
export async function answerAsElectron(address: string, asked: Asked = {}): Promise<Answered | null> {
  const handler = protocolHandlers.get(address.slice(0, address.indexOf(":")));
  if (!handler) return null;
  const duplex = asked.body instanceof ReadableStream ? { duplex: "half" } : {};
  const answer = await handler(new Request(address, { ...asked, ...duplex }));
  const data = answer.body
    ? Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
    : Readable.from([]);
  data.on("error", () => {});
  return { status: answer.status, headers: Object.fromEntries(answer.headers), data };
}

/** The headers of a page's request as it would send them from `app://kibitz`, which has neither host nor cookies. */
function fromApp({ headers }: IncomingMessage): Record<string, string> {
  const { host, cookie: _, connection: __, ...sent } = headers;
  const entries = Object.entries(sent).map(([name, value]): [string, string] => {
    const isAddress = name === "origin" || name === "referer";
    return [name, isAddress ? String(value).replace(`http://${host}`, "app://kibitz") : String(value)];
  });
  return Object.fromEntries(entries);
}

/**
 * Opens a loopback address where each request is answered by what the application answers `app://kibitz` with, its
 * body as it comes. Chromium learns a scheme of one's own only from the program that it is built into.
 */
export async function openScreen(answerTo: typeof answerAsElectron): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
    const answer = await answerTo(`app://kibitz${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers: fromApp(incoming),
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream } : {}),
    });
    if (!answer) {
      outgoing.writeHead(404).end();
      return;
    }
    const { "set-cookie": _, ...headers } = answer.headers;
    outgoing.writeHead(answer.status, headers);
    outgoing.flushHeaders();
    // The page went away.
    outgoing.once("close", () => answer.data.destroy());
    answer.data.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
