import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A call as it came to a receiver of webhooks. */
export interface Delivery {
  readonly id: string;
  readonly number: number;
  readonly type: string;
  readonly body: string;
  /** Whether it carries a signature by the key of that secret, computed as Standard Webhooks says. */
  isSignedBy(secret: string): boolean;
}

/**
 * A program that receives webhooks: what `answer` says of each, which counts from 1, is the status that it answers with;
 * null for a connection that breaks off.
 */
export async function openReceiver(
  answer: (count: number, delivery: Delivery) => number | null | Promise<number | null> = () => 200,
) {
  const deliveries: Delivery[] = [];
  const taken: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const [id, timestamp, signature] = ["id", "timestamp", "signature"].map((name) =>
      String(request.headers[`webhook-${name}`]),
    );
    const { type, data } = JSON.parse(body);
    const delivery: Delivery = {
      id: id ?? "",
      number: data.number,
      type,
      body,
      isSignedBy: (secret) => {
        const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
        return signature === `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
      },
    };
    deliveries.push(delivery);
    const status = await answer(deliveries.length, delivery);
    if (status === null) return void request.socket.destroy();
    if (status < 300) taken.push(delivery);
    response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/s3cret-path`,
    /** All calls, and those that were answered with success, in their order. */
    deliveries,
    taken,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
