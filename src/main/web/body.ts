import type { MiddlewareHandler } from "hono";
import type { WebEnv } from "./parts.ts";

/**
 * Reads a request's body once, for whatever route answers it, of known length or not. One that is longer than `most`
 * bytes is answered with 413, one that breaks off with 400.
 */
export const readingBody =
  (most: number): MiddlewareHandler<WebEnv> =>
  async (context, next) => {
    const text = await textOf(context.req.raw, most).catch(() => null);
    if (typeof text === "string") {
      context.set("body", text);
      return next();
    }
    const message = text === null ? "The body broke off" : `The body is longer than ${most / 1024} KiB`;
    return context.json({ error: { code: "INVALID_ARGUMENT", message } }, text === null ? 400 : 413);
  };

/** Undefined for a body that is too long; what follows of it is not kept. */
async function textOf({ body }: Request, most: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
