import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import type { Seated, Table } from "./machine/table.ts";

/** What a caller brings along to show which seat is its own. */
export interface Credentials {
  readonly token?: string | undefined;
  /** Hash of the caller's connection, where it speaks over one. */
  readonly connection: string | null;
}

/** What is stored of a connection's secret. */
export const connectionHash = (secret: string): string =>
  createHash("sha256").update(secret).digest("base64url").slice(0, 22);

export interface Authority {
  /** The secret that proves who sits in a seat; one that a driver moves for has none, nor has an open one. */
  tokenOf(table: Table, seated: Seated): string | null;
  /** The seat a caller acts for, by the contract's three rules, or `SEAT_REQUIRED` and how to get one. */
  seatOf(table: Table, credentials: Credentials): Result<Seat>;
  /** The caller's own seat by token or connection alone: what decides whether joining means coming back. */
  ownSeat(table: Table, credentials: Credentials): Result<Seat | null>;
}

/**
 * Seat tokens are not stored: each is the keyed hash of its game, seat and generation, so a copied database opens no
 * seat, and freeing a seat (a new generation) ends the old token for good.
 */
export function createAuthority(secret: string): Authority {
  const tokenOf = (table: Table, { seat, driven, name, generation }: Seated): string | null => {
    if (driven || name === null) return null;
    return createHmac("sha256", secret).update(`${table.id} ${seat} ${generation}`).digest("base64url").slice(0, 32);
  };

  const ownSeat = (table: Table, { token, connection }: Credentials): Result<Seat | null> => {
    if (token !== undefined) {
      const holder = table.seats.find((seated) => sameSecret(tokenOf(table, seated), token));
      if (holder) return accept(holder.seat);
      return refuse(
        "SEAT_REQUIRED",
        `This seat_token opens no seat in game ${table.id}: it belongs to another game, or the seat was freed since. ` +
          "Use the token from your own createGame or joinGame answer, or ask the person to free the seat on the Kibitz dashboard and join again",
      );
    }
    const held = table.seats.find(
      (seated) => connection !== null && seated.kind === "agent" && seated.connection === connection,
    );
    return accept(held?.seat ?? null);
  };

  const seatOf = (table: Table, credentials: Credentials): Result<Seat> => {
    const own = ownSeat(table, credentials);
    if (!own.ok) return own;
    if (own.value) return accept(own.value);
    const agents = table.seats.filter((seated) => seated.kind === "agent");
    const [only, ...others] = agents;
    if (only && others.length === 0 && only.name !== null) return accept(only.seat);
    const open = agents.find((seated) => seated.name === null);
    const how = open
      ? `To play ${seatTitle(open.seat)}, call joinGame with this game_id first.`
      : "To look on, call getGame.";
    return refuse(
      "SEAT_REQUIRED",
      `You hold no seat in game ${table.id}. Pass the seat_token from the answer that seated you. ${how}`,
    );
  };

  return { tokenOf, seatOf, ownSeat };
}

function sameSecret(known: string | null, given: string): boolean {
  if (known === null) return false;
  const [a, b] = [Buffer.from(known), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
