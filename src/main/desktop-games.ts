import { type GameKind, otherSeat, type PlayerKind, type Seat } from "../shared/games.ts";
import { statusOf, type Table, toMove } from "./games/table.ts";
import type { Tables } from "./tables/tables.ts";

/** A game that is not over, as far as the tray, the badge and notifications tell of it. */
export interface LiveGame {
  readonly id: string;
  readonly kind: GameKind;
  readonly players: readonly [LivePlayer, LivePlayer];
  /** `open` while a seat waits for an agent. */
  readonly status: "open" | "live";
  /** Who is to move: two where both choose at once. */
  readonly toMove: readonly Seat[];
  /** Whether the person can move now. */
  readonly isPersonsTurn: boolean;
  /** What an opponent offers or asks of the person now. */
  readonly offer: { readonly kind: "draw" | "takeback"; readonly from: Seat } | null;
  /** Milliseconds since 1970 since when those to move have been thinking. */
  readonly turnSince: number;
}

interface LivePlayer {
  readonly seat: Seat;
  readonly kind: PlayerKind;
  /** Null while the seat waits for an agent. */
  readonly name: string | null;
}

export interface LiveGames {
  list(): readonly LiveGame[];
  /** Calls after every event of a game; with null for one that is over. Returns what ends it. */
  listen(listener: (id: string, game: LiveGame | null) => void): () => void;
}

/** The games of these tables as they stand, without what grows with a game. */
export function liveGames(tables: Pick<Tables, "listen" | "unfinished">): LiveGames {
  // A table is never changed, only followed by another: what was made of it once holds.
  const known = new WeakMap<Table, LiveGame | null>();
  const seen = (table: Table): LiveGame | null => {
    let game = known.get(table);
    if (game === undefined) {
      game = liveGame(table);
      known.set(table, game);
    }
    return game;
  };
  return {
    list: () => tables.unfinished().flatMap(({ table }) => seen(table) ?? []),
    listen: (listener) => tables.listen((_entry, { table }) => listener(table.id, seen(table))),
  };
}

function liveGame(table: Table): LiveGame | null {
  const status = statusOf(table);
  if (status === "finished") return null;
  const movers = toMove(table);
  const isPersons = (seat: Seat) => table.seats.some((seated) => seated.seat === seat && seated.kind === "human");
  const offered = (kind: "draw" | "takeback", from: Seat | null) =>
    from !== null && isPersons(otherSeat(table.kind, from)) ? { kind, from } : null;
  const player = ({ seat, kind, name }: LivePlayer): LivePlayer => ({ seat, kind, name });
  return {
    id: table.id,
    kind: table.kind,
    players: [player(table.seats[0]), player(table.seats[1])],
    status,
    toMove: movers,
    isPersonsTurn: status === "live" && movers.some(isPersons),
    offer: offered("draw", table.drawOffer) ?? offered("takeback", table.takebackOffer),
    turnSince: table.turnSince,
  };
}
