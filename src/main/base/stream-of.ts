import { ReadableStream as Stream } from "node:stream/web";

/** A stream of what a generator makes, which goes on as fast as it is read. */
export const streamOf = (parts: AsyncIterable<Uint8Array<ArrayBuffer>>) =>
  Stream.from(parts) as ReadableStream<Uint8Array<ArrayBuffer>>;
