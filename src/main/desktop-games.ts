import type { GameKind, Seat } from "../shared/terms.ts";
import type { SeatedName, TurnGame } from "../shared/turn-notices.ts";
import { opponentSeat, statusOf, type Table, toMove } from "./tables/machine/table.ts";
import type { Tables } from "./tables/tables.ts";

/** An unfinished game, with the facts for the tray, the badge and notifications. */
export interface DesktopGame extends TurnGame {
  readonly kind: GameKind;
  /** `open` while a seat waits for an agent. */
  readonly status: "open" | "live";
  /** The seats that are to move: two where both choose at once. */
  readonly toMove: readonly Seat[];
  /** Milliseconds since 1970 since when those to move have been thinking. */
  readonly turnSince: number;
}

export interface DesktopGames {
  list(): readonly DesktopGame[];
  /** Calls after every commit of a game; with null for a finished one. Returns a function that stops it. */
  listen(listener: (id: string, game: DesktopGame | null) => void): () => void;
}

/** The current games, without the parts that grow with a game. */
export function desktopGames(tables: Pick<Tables, "listen" | "unfinished">): DesktopGames {
  // A game's state is never changed, only replaced: the view of one is computed once.
  const known = new WeakMap<Table, DesktopGame | null>();
  const seen = (table: Table): DesktopGame | null => {
    let game = known.get(table);
    if (game === undefined) {
      game = desktopGame(table);
      known.set(table, game);
    }
    return game;
  };
  return {
    list: () => tables.unfinished().flatMap(({ table }) => seen(table) ?? []),
    listen: (listener) => tables.listen(({ game: { table } }) => listener(table.id, seen(table))),
  };
}

function desktopGame(table: Table): DesktopGame | null {
  const status = statusOf(table);
  if (status === "finished") return null;
  const movers = toMove(table);
  const isPersons = (seat: Seat) => table.seats.some((seated) => seated.seat === seat && seated.kind === "human");
  const offered = (kind: "draw" | "takeback", from: Seat | null) =>
    from !== null && isPersons(opponentSeat(table, from)) ? { kind, from } : null;
  const player = ({ seat, kind, name }: SeatedName): SeatedName => ({ seat, kind, name });
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
