import { randomInt, timingSafeEqual } from "node:crypto";
import type { Seat } from "../../../shared/terms.ts";
import { deriveSecret } from "../../base/derived-secrets.ts";
import type { GameState } from "../../games/machine/game-state.ts";

/** The tools whose calls may become tasks. An id contains a place in this list, so names are only ever appended. */
const taskTools = ["waitForNextTurn", "askPerson", "waitForNextMatch", "reviewGame", "askOnBoard"] as const;
export type TaskTool = (typeof taskTools)[number];

/** The subject of a wait that is for no game: no game has this id. */
export const NO_GAME = "0";

/** The holder whose token goes with a call: a seat by its place, or an entrant by its number, each with its generation. */
export type TaskHolder =
  | { readonly seat: 0 | 1; readonly generation: number }
  | { readonly entrant: number; readonly generation: number }
  /** For a caller without a token: the only player, or a spectator. */
  | null;

/** The holder of a seat, as an id contains it. */
export const holderAt = ({ seats }: Pick<GameState, "seats">, seat: Seat): TaskHolder => {
  const place = seats[0].seat === seat ? 0 : 1;
  return { seat: place, generation: seats[place].generation };
};

/** The call that resumes a wait, also on another host, without the secret that came with it. */
export interface Resumption {
  readonly tool: TaskTool;
  /** The id of the game, or of the league for an entrant. */
  readonly subject: string;
  readonly holder: TaskHolder;
  /** Whether the caller showed its token; otherwise its connection identified it, or nothing did. */
  readonly byToken: boolean;
  /** Words for the readable part of the id, such as the seat; left out where the id would be too long. */
  readonly label: string;
}

export interface TaskRef extends Omit<Resumption, "label"> {
  /** Hash of the connection of the original request; null where it stood alone. */
  readonly connection: string | null;
  /** Milliseconds since 1970, in whole seconds. */
  readonly createdAt: number;
}

/** The maker of a request about a task. */
export interface TaskCaller {
  /** Hash of the connection that the request came over; null where it stands alone. */
  readonly connection: string | null;
  /** Its `Authorization` header; null where it has none, and over a connection. */
  readonly bearer: string | null;
}

export type TaskIds = ReturnType<typeof createTaskIds>;

/** Longest id, in characters. Claude Code refuses ids of 153, and takes those of 128 (2.1.328, seen 2026-11-29). */
const LONGEST_ID = 64;
/** Bytes of the keyed hash: 80 bits, which can be guessed only by asking a host. */
const PROOF = 10;
/** Bytes of the facts before it: flags, generation or number, seconds, a count, and the connection's hash. */
const FACTS = 25;
/** Characters of an id after the readable part. */
const SEALED = Math.ceil(((FACTS + PROOF) * 8) / 6);
/** More than the entrants of a league: what their numbers leave of two bytes counts the tokens of a place, up to 64. */
const ENTRANTS = 1_024;
const CONNECTION = 22;

/** The mark under which a cancelled task is stored. */
export const markOf = (id: string): string => id.slice(-SEALED);

/** The bits of the tool's place in its list. */
const TOOL = 7;
const idFlags = { byToken: 8, seat: 16, second: 32, entrant: 64, connection: 128 };

/**
 * Tasks are not stored: an id contains the call and its keyed hash, so that any host with the secret can resume the
 * wait. It contains no token. For a caller without a connection the hash includes its bearer token, so that the id is
 * useless to anybody else. People read ids, too: one for white in game 4821 begins with `game-4821-white-`.
 */
export function createTaskIds(secret: string) {
  /** Tells tasks of the same second from each other. */
  let count = randomInt(256);
  const proofOf = (name: string, facts: Buffer, bearer: string | null): Buffer =>
    deriveSecret(secret, "task", name, facts.toString("hex"), bearer ?? "").subarray(0, PROOF);
  return {
    /** @param createdAt in milliseconds since 1970 */
    mint: (resumption: Resumption, createdAt: number, { connection, bearer }: TaskCaller): string => {
      const { tool, subject, holder, byToken, label } = resumption;
      const isEntrant = holder !== null && "entrant" in holder;
      const facts = Buffer.alloc(FACTS);
      facts.writeUInt8(
        taskTools.indexOf(tool) |
          (byToken ? idFlags.byToken : 0) |
          (isEntrant ? idFlags.entrant : holder ? idFlags.seat | (holder.seat * idFlags.second) : 0) |
          (connection === null ? 0 : idFlags.connection),
      );
      facts.writeUInt16BE(
        holder === null ? 0 : isEntrant ? holder.entrant + ENTRANTS * (holder.generation - 1) : holder.generation,
        1,
      );
      facts.writeUInt32BE(Math.floor(createdAt / 1000), 3);
      count = (count + 1) % 256;
      facts.writeUInt8(count, 7);
      // Its characters are 132 bits, of which a decoder would drop the last four.
      if (connection !== null) facts.set(Buffer.from(`${connection}A`, "base64url"), 8);
      const names = [`${isEntrant ? "league" : "game"}-${subject}-${label}-`, `${subject}-${label}-`];
      const name = names.find(({ length }) => length + SEALED <= LONGEST_ID) ?? `${subject}-`;
      const proof = proofOf(name, facts, connection === null ? bearer : null);
      return `${name}${Buffer.concat([facts, proof]).toString("base64url")}`;
    },
    /** The contents of an id; null for one that was not made here, or where no connection was, for another bearer. */
    parse: (id: string, bearer: string | null): TaskRef | null => {
      const [name, end] = [id.slice(0, -SEALED), id.slice(-SEALED)];
      const [, subject] = (id.length <= LONGEST_ID && /^(?:game-|league-)?(\d+)-/.exec(name)) || [];
      const ciphertext = Buffer.from(end, "base64url");
      if (subject === undefined || ciphertext.length !== FACTS + PROOF || ciphertext.toString("base64url") !== end)
        return null;
      const [facts, proof] = [ciphertext.subarray(0, FACTS), ciphertext.subarray(FACTS)];
      if (![null, bearer].some((by) => timingSafeEqual(proof, proofOf(name, facts, by)))) return null;
      const bits = facts.readUInt8();
      const has = (flag: number) => (bits & flag) > 0;
      const [tool, number] = [taskTools[bits & TOOL], facts.readUInt16BE(1)];
      if (tool === undefined) return null;
      return {
        tool,
        subject,
        holder: has(idFlags.entrant)
          ? { entrant: number % ENTRANTS, generation: 1 + Math.floor(number / ENTRANTS) }
          : has(idFlags.seat)
            ? { seat: has(idFlags.second) ? 1 : 0, generation: number }
            : null,
        byToken: has(idFlags.byToken),
        connection: has(idFlags.connection) ? facts.subarray(8).toString("base64url").slice(0, CONNECTION) : null,
        createdAt: facts.readUInt32BE(3) * 1000,
      };
    },
  };
}
