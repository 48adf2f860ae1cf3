import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import { isSameSecret } from "../../base/same-secret.ts";

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
  /** Whether the caller showed that token; otherwise its connection identified it, or nothing did. */
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

/** The maker of a request about a task. */
export interface Caller {
  /** Hash of the connection that the request came over; null where it stands alone. */
  readonly connection: string | null;
  /** Its `Authorization` header; null where it has none, and over a connection. */
  readonly bearer: string | null;
}

export interface TaskIds {
  mint(ref: Omit<TaskRef, "nonce" | "connection">, caller: Caller): string;
  /** The contents of an id; null for one that was not made here, or where no connection was, for another bearer. */
  read(id: string, bearer: string | null): TaskRef | null;
}

/** The mark under which a cancelled task is stored. */
export const markOf = (id: string): string => id.slice(-PROOF);

/** Longest id that is read, in characters. */
const LONGEST = 1_000;
/** Characters of the keyed hash in an id. */
const PROOF = 32;

/**
 * Tasks are not stored: an id contains the call and its keyed hash, so that any host with the secret can resume the
 * wait. It contains no token. For a caller without a connection the hash includes its bearer token, so that the id is
 * useless to anybody else.
 */
export function createTaskIds(secret: string): TaskIds {
  const proofOf = (said: string, bearer: string | null): string =>
    createHmac("sha256", secret)
      .update(`task ${said} ${bearer ?? ""}`)
      .digest("base64url")
      .slice(0, PROOF);
  return {
    mint: (ref, { connection, bearer }) => {
      const nonce = randomBytes(6).toString("base64url");
      const said = Buffer.from(JSON.stringify({ ...ref, connection, nonce } satisfies TaskRef)).toString("base64url");
      return `${said}.${proofOf(said, connection === null ? bearer : null)}`;
    },
    read: (id, bearer) => {
      const [, said, proof] = (id.length <= LONGEST && /^([\w-]+)\.([\w-]{32})$/.exec(id)) || [];
      if (said === undefined || proof === undefined) return null;
      if (![null, bearer].some((by) => isSameSecret(proof, proofOf(said, by)))) return null;
      return refSchema.parse(JSON.parse(Buffer.from(said, "base64url").toString()));
    },
  };
}
