import { createHash } from "node:crypto";
import { definitionOf } from "../../games/register.ts";
import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { derivedToken, deriveSecret, isSameSecret } from "../base/derived-secrets.ts";
import { type GameState, openSeat, type SeatState } from "./machine/game-state.ts";
import { seatFreed, unprovenSeat } from "./machine/rights.ts";

/** Credentials by which a caller shows which seat is its own. */
export interface Credentials {
  readonly token?: string | undefined;
  /** Hash of the caller's connection, where it speaks over one. */
  readonly connection: string | null;
}

/** A caller's seat, and the proof: a token, the connection, that no other agent plays, or a person's board. */
export interface Holding {
  readonly seat: Seat;
  readonly by: "token" | "connection" | "nobody-else" | "board";
}

export type JoinCodes = (state: GameState, seatState: SeatState) => string | null;
/** For all callers but the person, who passes codes on. */
export const noCodes: JoinCodes = () => null;

/**
 * The way by which a board got its secret: in the page itself, which a model may read, or beside it in data for the
 * host's programs alone. Only a board of the latter kind can follow the game.
 */
type BoardChannel = "page" | "data";
const boardChannels: readonly BoardChannel[] = ["page", "data"];

/** The stored form of a connection's secret. */
export const connectionHash = (secret: string): string =>
  createHash("sha256").update(secret).digest("base64url").slice(0, 22);

export type Authority = ReturnType<typeof createAuthority>;

/** Letters and digits that are not mistaken for each other. */
const codeLetters = "abcdefghjkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 8;

/**
 * Seat tokens and join codes are not stored: each is the keyed hash of its game, seat and generation. So a copied
 * database opens no seat, and freeing a seat (a new generation) ends the old ones for good.
 */
export function createAuthority(
  secret: string,
  { isOpen, lookUp }: Pick<Connections, "isOpen" | "lookUp"> = createConnections(),
) {
  /** Tokens computed lately, since one call needs them several times, and the next one again. */
  const cache = new Map<string, string>();

  const tokenAt = ({ id }: GameState, seat: Seat, generation: number): string => {
    const words = `${id} ${seat} ${generation}`;
    const token = cache.get(words) ?? derivedToken(secret, "seat", words);
    if (cache.size >= MOST_KNOWN) cache.clear();
    cache.set(words, token);
    return token;
  };

  /** The secret that proves which agent sits in a seat; an open seat has none, nor has one that is no agent's. */
  const tokenOf = (state: GameState, { seat, kind, name, generation }: SeatState): string | null =>
    kind !== "agent" || name === null ? null : tokenAt(state, seat, generation);

  const boardTokenAt = ({ id }: GameState, { seat, generation }: SeatState, ply: number, kind: BoardChannel): string =>
    derivedToken(secret, "board", kind, id, seat, generation, ply);

  /**
   * The secret by which a board moves for a person, valid for the position that it shows and no later one; else null.
   */
  const boardTokenOf = (state: GameState, seatState: SeatState, kind: BoardChannel): string | null =>
    seatState.kind === "human" ? boardTokenAt(state, seatState, shownPly(state), kind) : null;

  /** The seat and ply shown by a board that is slightly behind the game; null for every other token. */
  const pastBoard = (state: GameState, token: string, from: readonly BoardChannel[] = boardChannels) => {
    const now = shownPly(state);
    const humans = state.seats.filter(({ kind }) => kind === "human");
    const candidates = humans.flatMap((each) =>
      from.flatMap((kind) =>
        Array.from({ length: PAST_PLIES }, (_, back) => ({ seated: each, kind, ply: now - 1 - back })),
      ),
    );
    const match = candidates.find(({ seated, kind: road, ply }) =>
      isSameSecret(token, boardTokenAt(state, seated, ply, road)),
    );
    return match ? { seat: match.seated.seat, ply: match.ply } : null;
  };

  const codeFor: JoinCodes = (state, { seat, kind, generation }) => {
    if (kind !== "agent") return null;
    const bytes = deriveSecret(secret, "join", state.id, seat, generation).subarray(0, CODE_LENGTH);
    return Array.from(bytes, (byte) => codeLetters[byte % codeLetters.length]).join("");
  };

  /** The code that takes an open seat; null for a seat that is not open. */
  const joinCodeOf: JoinCodes = (state, seatState) =>
    state.outcome || seatState.name !== null ? null : codeFor(state, seatState);

  /** The seat that a join code is for, even if it has been taken since; null for none. */
  const seatFor = (state: GameState, joinCode: string): SeatState | null =>
    state.seats.find((each) => isSameSecret(joinCode.trim().toLowerCase(), codeFor(state, each))) ?? null;

  /** Whether a person has freed the seat that the caller held, or given its place in a league a new token. */
  const wasFreed = (state: GameState, { token, connection }: Credentials): boolean =>
    state.seats.some(({ seat, generation, formerConnection }) => {
      if (token === undefined) return connection !== null && formerConnection === connection;
      const earlier = Array.from({ length: generation - 1 }, (_, index) => index + 1);
      return earlier.some((each) => isSameSecret(token, tokenAt(state, seat, each)));
    });

  /** The caller's seat by token or connection alone: decides whether joining means coming back. */
  const ownSeat = (state: GameState, credentials: Credentials): Result<Holding | null> => {
    const { token, connection } = credentials;
    if (token !== undefined) {
      const holder = state.seats.find((each) => isSameSecret(token, tokenOf(state, each)));
      if (holder) return accept({ seat: holder.seat, by: "token" });
      const person = state.seats.find((each) =>
        boardChannels.some((kind) => isSameSecret(token, boardTokenOf(state, each, kind))),
      );
      if (person) return accept({ seat: person.seat, by: "board" });
      return wasFreed(state, credentials) ? seatFreed(state) : wrongToken(state.id);
    }
    if (connection === null) return accept(null);
    const own = state.seats.filter((each) => each.kind === "agent" && each.connection === connection);
    const [one, other] = own;
    if (other)
      return refuse(
        "SEAT_REQUIRED",
        `Both seats of game ${state.id} are held over this connection. Pass the seat_token of your own seat: it stands in the answer that seated you`,
      );
    return accept(one ? { seat: one.seat, by: "connection" } : null);
  };

  /** The seat that a caller acts for, by the contract's three rules; else `SEAT_REQUIRED` with how to get one. */
  const seatOf = (state: GameState, credentials: Credentials): Result<Holding> => {
    const own = ownSeat(state, credentials);
    if (!own.ok) return own;
    if (own.value) return accept(own.value);
    if (wasFreed(state, credentials)) return seatFreed(state);
    const seat = unprovenSeat(state, isOpen);
    return seat === null ? noSeatRefusal(state) : accept({ seat, by: "nobody-else" });
  };

  return {
    tokenOf,
    boardTokenOf,
    pastBoard,
    joinCodeOf,
    seatFor,
    seatOf,
    ownSeat,
    wasFreed,
    /** Asks about connections at other hosts that `seatOf` depends on. To be awaited before. */
    lookUp: async ({ seats }: GameState): Promise<void> => {
      const [only, ...others] = seats.filter(({ kind }) => kind === "agent");
      if (only?.connection && others.length === 0) await lookUp([only.connection]);
    },
  };
}

/** Most cached tokens: those of 5,000 games, under a megabyte. */
const MOST_KNOWN = 10_000;
/** Most plies that a board may be behind when it repeats its move. */
const PAST_PLIES = 4;

/** The ply that a board shows: where both choose at once, the other's choice makes no new position. */
const shownPly = ({ kind, ply }: GameState): number => (definitionOf(kind).simultaneous ? ply - (ply % 2) : ply);

function noSeatRefusal(state: GameState): Refusal {
  const open = openSeat(state);
  const how = !open
    ? "No seat of it is open."
    : open.generation === 1
      ? `To play ${seatTitle(open.seat)}, call joinGame with this game_id first.`
      : `A person freed the ${seatTitle(open.seat)} seat. Take it with joinGame only if you were given its new join_code.`;
  return refuse(
    "SEAT_REQUIRED",
    `You hold no seat in game ${state.id}. Pass the seat_token from the answer that seated you. ${how}`,
  );
}

const wrongToken = (id: string): Refusal =>
  refuse(
    "SEAT_REQUIRED",
    `This seat_token opens no seat in game ${id}. ` +
      "Use the token from your own createGame or joinGame answer, or ask the person to free the seat on the Kibitz dashboard and join again",
  );

/** The open connections, by their hash: an agent over one of them may return to its seats. */
export type Connections = ReturnType<typeof createConnections>;

export function createConnections() {
  /** How many streams each has: a shim may come back before its old one is gone. */
  const open = new Map<string, number>();
  return {
    /** To be called when a connection opens; returns a function to call when it ends. */
    open: (connection: string | null): (() => void) => {
      if (connection === null) return () => {};
      open.set(connection, (open.get(connection) ?? 0) + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const count = (open.get(connection) ?? 1) - 1;
        if (count > 0) open.set(connection, count);
        else open.delete(connection);
      };
    },
    /** Whether a connection is open here, or may be at another host: for those, the last known state. */
    isOpen: (connection: string): boolean => open.has(connection),
    /** Asks which connections are open at any host. Rejects with `Unavailable`. */
    lookUp: async (_connections: readonly string[]): Promise<void> => {},
  };
}
