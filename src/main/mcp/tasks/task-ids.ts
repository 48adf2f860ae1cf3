import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** The call that resumes a wait, also on another host, without the secret that came with it. */
const resumptionSchema = z.strictObject({
  tool: z.string(),
  args: z.record(z.string(), z.string()),
  /**
   * The holder whose token goes with the call: a seat by its generation, or an entrant by its number; null for none.
   */
  holder: z.union([
    z.strictObject({ seat: z.string(), generation: z.number() }),
    z.strictObject({ entrant: z.number() }),
    z.null(),
  ]),
  /** Whether the caller showed that token, or was identified by its connection, or by nothing. */
  byToken: z.boolean(),
});
export type Resumption = z.infer<typeof resumptionSchema>;

const refSchema = resumptionSchema.extend({
  /** Hash of the connection of the original request; null where it stood alone. */
  connection: z.string().nullable(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  /** Tells tasks of one seat from each other. */
  nonce: z.string(),
});
/** The contents of a task's id. */
export type TaskRef = z.infer<typeof refSchema>;

export interface TaskIds {
  mint(ref: Omit<TaskRef, "nonce">): string;
  /** The contents of an id; null for one that was never made here. */
  read(id: string): TaskRef | null;
}

/** Longest id that is read. */
const LONGEST = 1_000;

/**
 * Tasks are not stored: an id contains the wait, with its keyed hash, so that any host with the secret resumes it. It
 * contains no token.
 */
export function createTaskIds(secret: string): TaskIds {
  const proofOf = (said: string): string =>
    createHmac("sha256", secret).update(`task ${said}`).digest("base64url").slice(0, 32);
  return {
    mint: (ref) => {
      const nonce = randomBytes(6).toString("base64url");
      const said = Buffer.from(JSON.stringify({ ...ref, nonce } satisfies TaskRef)).toString("base64url");
      return `${said}.${proofOf(said)}`;
    },
    read: (id) => {
      const [, said, proof] = (id.length <= LONGEST && /^([\w-]+)\.([\w-]{32})$/.exec(id)) || [];
      if (said === undefined || proof === undefined) return null;
      if (!timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(said)))) return null;
      return refSchema.parse(JSON.parse(Buffer.from(said, "base64url").toString()));
    },
  };
}
