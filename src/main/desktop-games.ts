import type { DueGame, SeatedName } from "../shared/due.ts";
import type { Invitation } from "../shared/leagues.ts";
import { createListeners } from "../shared/listeners.ts";
import type { GameKind, Seat } from "../shared/terms.ts";
import { onceFor } from "./base/once-for.ts";
import type { Games } from "./games/games.ts";
import { type GameState, isNewToPerson, opponentSeat, statusOf, toMove } from "./games/machine/game-state.ts";
import { invitationsIn } from "./league/invitations.ts";
import type { LeagueServices } from "./league/services.ts";

/** An unfinished game, with the facts for the tray, the badge and notifications. */
export interface DesktopGame extends DueGame {
  readonly kind: GameKind;
  /** `open` while a seat waits for an agent. */
  readonly status: "open" | "live";
  /** The seats that are to move: two where both choose at once. */
  readonly toMove: readonly Seat[];
}

/** The current games, without the parts that grow with a game. */
export function desktopGames(games: Pick<Games, "listen" | "unfinished">) {
  const cache = onceFor(desktopGame);
  return {
    list: (): readonly DesktopGame[] => games.unfinished().flatMap(({ state }) => cache(state) ?? []),
    /** Calls after every commit of a game; with null for a finished one. Returns a function that stops it. */
    listen: (listener: (id: string, game: DesktopGame | null) => void): (() => void) =>
      games.listen(
        ({ game: { state } }) => listener(state.id, cache(state)),
        () => true,
      ),
  };
}

function desktopGame(state: GameState): DesktopGame | null {
  const status = statusOf(state);
  if (status === "finished") return null;
  const movers = toMove(state);
  const isPersons = (seat: Seat) => state.seats.some((each) => each.seat === seat && each.kind === "human");
  const offerFrom = (kind: "draw" | "takeback", from: Seat | null) =>
    from !== null && isPersons(opponentSeat(state, from)) ? { kind, from } : null;
  const player = ({ seat, kind, name }: SeatedName): SeatedName => ({ seat, kind, name });
  return {
    id: state.id,
    kind: state.kind,
    players: [player(state.seats[0]), player(state.seats[1])],
    status,
    toMove: movers,
    isPersonsTurn: status === "live" && movers.some(isPersons),
    offer: offerFrom("draw", state.drawOffer) ?? offerFrom("takeback", state.takebackOffer),
    isNew: isNewToPerson(state),
    isAsleep: false,
    turnSince: state.turnSince,
  };
}

/** The matches of leagues that wait for the person; at the start known a moment late, once leagues are read. */
export function desktopInvitations({ leagues, invitations }: Pick<LeagueServices, "leagues" | "invitations">) {
  const listeners = createListeners<[]>();
  /** By league. */
  const standing = new Map<string, readonly Invitation[]>();
  const learn = (league: string, next: readonly Invitation[]) => {
    const earlier = standing.get(league) ?? [];
    if (next.length === 0) standing.delete(league);
    else standing.set(league, next);
    if (nameOf(earlier) !== nameOf(next)) listeners.tell();
  };
  leagues.listen(({ value: { league } }) => learn(league.id, invitationsIn(league).invitations));
  void invitations.list().then((calls) => {
    for (const [league, own] of Map.groupBy(calls.invitations, ({ league_id }) => league_id))
      if (!standing.has(league)) learn(league, own);
  });
  return {
    list: (): readonly Invitation[] => [...standing.values()].flat(),
    /** Calls when the list has changed. Returns a function that stops it. */
    listen: listeners.listen,
  };
}

const nameOf = (calls: readonly Invitation[]): string =>
  calls.map(({ entrant, round }) => `${entrant}.${round}`).join(" ");
