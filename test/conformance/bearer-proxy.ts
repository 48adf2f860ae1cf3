import { once } from "node:events";
import { request as ask, createServer } from "node:http";

export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Stands in front of a host for a client that cannot send a token: passes everything on as it came, with the token,
 * and with the host's own address where the client named the proxy's. A foreign Host or Origin stays foreign.
 */
export async function openBearerProxy(target: string, token: string): Promise<Proxy> {
  const { host, hostname, port, pathname } = new URL(target);
  let own = "";
  const toTarget = (text: string) => (text.endsWith(own) ? text.slice(0, -own.length) + host : text);
  const server = createServer((incoming, outgoing) => {
    const headers = incoming.rawHeaders.map((text, index) =>
      index % 2 === 1 && /^(host|origin)$/i.test(incoming.rawHeaders[index - 1] ?? "") ? toTarget(text) : text,
    );
    const onward = ask(
      {
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: [...headers, "Authorization", `Bearer ${token}`],
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  own = `127.0.0.1:${address.port}`;
  return {
    url: `http://${own}${pathname}`,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
