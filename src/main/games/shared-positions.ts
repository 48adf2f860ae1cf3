import { definitionOf } from "../../games/register.ts";
import { RecentMap } from "../../shared/recent-map.ts";
import type { Log } from "../base/log.ts";
import type { Games } from "./games.ts";
import type { LiveGame } from "./live-game.ts";
import { type GameState, statusOf, toMove } from "./machine/game-state.ts";

/**
 * Plies from the usual start before which games share positions even in fair play. A game that was set up otherwise
 * goes through no position by the usual moves.
 */
const FROM_PLY = 8;
/** Most positions of other boards that are remembered; the oldest are forgotten. */
const MOST_SEEN = 50_000;

/** A position of a game, after so many plies. */
export interface PlyOfGame {
  readonly state: GameState;
  readonly position: unknown;
  readonly ply: number;
}

/**
 * Notes in the record of a game between players who are to find their own moves that, while it was played, the same
 * position was on another board here that tells a computer's move, or was evaluated for an agent there: a player at
 * both can copy it. It says so and no more: neither who it was nor whether it was meant, and it changes no result.
 * Positions are remembered in memory only.
 * @param now milliseconds since 1970
 */
export function noteSharedPositions(
  liveGames: Pick<Games, "listen" | "noteSharedPosition">,
  log: Pick<Log, "warn">,
  now: () => number,
) {
  /** By position: the unfinished games that have reached it, with the ply. */
  const byPosition = new Map<string, Map<string, number>>();
  /** By game: the positions that it has reached. */
  const positions = new Map<string, Set<string>>();
  /** Positions of other boards at which a move can be learnt. */
  const exposures = new RecentMap<string, { readonly game: string; readonly at: number; readonly isUsual: boolean }>(
    MOST_SEEN,
  );

  const note = (id: string, ply: number, other: string): void => {
    liveGames
      .noteSharedPosition(id, ply, other)
      .catch((error: unknown) => log.warn(`game ${id}: ${String(error)}`, { game: id }));
  };
  const expose = (place: PlyOfGame, at: number): void => {
    const position = nameOf(place);
    if (position === null) return;
    const game = place.state.id;
    const isUsual = isUsualPlay(place);
    exposures.set(position, { game, at, isUsual });
    for (const [id, ply] of byPosition.get(position) ?? [])
      if (id !== game && (!isUsual || ply >= FROM_PLY)) note(id, ply, game);
  };

  const onMove = ({ state, lastEventAt }: LiveGame): void => {
    const { id, ply } = state;
    if (state.outcome) {
      for (const position of positions.get(id) ?? []) {
        const games = byPosition.get(position);
        games?.delete(id);
        if (games?.size === 0) byPosition.delete(position);
      }
      positions.delete(id);
    }
    const place: PlyOfGame = { state, position: state.position, ply };
    if (tellsMoves(state)) expose(place, lastEventAt);
    const position = isOwnPlay(state) && !state.outcome ? nameOf(place) : null;
    if (position === null) return;
    byPosition.set(position, (byPosition.get(position) ?? new Map<string, number>()).set(id, ply));
    positions.set(id, (positions.get(id) ?? new Set()).add(position));
    const other = exposures.get(position);
    if (!other || other.game === id || other.at < (state.startedAt ?? state.createdAt)) return;
    if (!other.isUsual || ply >= FROM_PLY) note(id, ply, other.game);
  };

  const stop = liveGames.listen(({ before, game }) => {
    const { state } = game;
    if (statusOf(state) === "open" || state.imported) return;
    const isNew = before === null || statusOf(before.state) === "open";
    if (isNew || before.state.ply !== state.ply || state.outcome) onMove(game);
  });
  return {
    /** An engine evaluates a position of a game for an agent. */
    noteEvaluation: (place: PlyOfGame) => expose(place, now()),
    close: stop,
  };
}

/** The position among all kinds of games; null where the kind has no keys. */
function nameOf({ state: { kind }, position }: PlyOfGame): string | null {
  const key = definitionOf(kind).positions?.key(position);
  return key === undefined ? null : `${kind} ${key}`;
}

/** Whether a position is one that all games go through: a few plies from the usual start. */
function isUsualPlay({ state: { kind, options }, ply }: PlyOfGame): boolean {
  const { positions, usualOptions } = definitionOf(kind);
  return ply < FROM_PLY && positions?.along(options, [])[0] === positions?.along({ ...usualOptions }, [])[0];
}

/**
 * Whether somebody plays who is to find their own moves: in a league, or, where an agent plays, against anybody but the
 * computer.
 */
const isOwnPlay = ({ seats, league, playersMayAnalyse }: GameState): boolean =>
  !playersMayAnalyse &&
  (league
    ? seats.some(({ kind }) => kind !== "computer")
    : seats.some(({ kind }) => kind === "agent") && seats.every(({ kind }) => kind !== "computer"));

/** Whether a board outside leagues tells a computer's move or an evaluation. */
const tellsMoves = (state: GameState): boolean =>
  state.league === null &&
  (state.playersMayAnalyse ||
    state.analysis ||
    toMove(state).some((seat) => state.seats.some((each) => each.seat === seat && each.kind === "computer")));
