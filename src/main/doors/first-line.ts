import type { Socket } from "node:net";
import { type HelloLine, helloLimit, parseHello } from "../../shared/instance.ts";

/** `gone` is a client that ended, broke, or stayed silent too long; of an `other` line nothing was read from the socket. */
export type FirstLine = HelloLine | { readonly kind: "gone" };

/** The beginning of every hello, which tells an endless hello from a long first MCP message. */
const opening = Buffer.from('{"kibitz"');
const newline = 0x0a;

/**
 * Reads the hello, if there is one, and leaves on the socket whatever comes after it.
 * @param patience milliseconds for the line to be complete
 */
export function readFirstLine(socket: Socket, patience: number): Promise<FirstLine> {
  return new Promise((resolve) => {
    let seen: Buffer = Buffer.alloc(0);
    const settle = (line: FirstLine, rest: Buffer | null = null) => {
      clearTimeout(timer);
      socket.off("readable", look);
      socket.off("end", gone);
      socket.off("close", gone);
      if (rest !== null && rest.length > 0 && !socket.destroyed) socket.unshift(rest);
      resolve(line);
    };
    const look = () => {
      for (let chunk = read(socket); chunk !== null; chunk = read(socket)) seen = Buffer.concat([seen, chunk]);
      const end = seen.indexOf(newline);
      if (end < 0 && seen.length < helloLimit) return;
      const isOurs = seen.subarray(0, opening.length).equals(opening);
      if (end < 0 || end >= helloLimit) {
        settle(
          isOurs ? { kind: "bad", message: `The hello is longer than ${helloLimit} bytes.` } : { kind: "other" },
          seen,
        );
        return;
      }
      const line = parseHello(seen.toString("utf8", 0, end));
      settle(line, line.kind === "other" ? seen : seen.subarray(end + 1));
    };
    const gone = () => settle({ kind: "gone" });
    const timer = setTimeout(gone, patience);
    // "readable" rather than "data": without a listener, the next reader finds the stream as if untouched.
    socket.on("readable", look);
    socket.once("end", gone);
    socket.once("close", gone);
  });
}

function read(socket: Socket): Buffer | null {
  const chunk: unknown = socket.read();
  return Buffer.isBuffer(chunk) ? chunk : null;
}
