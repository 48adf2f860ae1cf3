import { definitionOf } from "../../games/register.ts";
import { RecentMap } from "../../shared/recent-map.ts";
import type { Log } from "../base/log.ts";
import type { Games } from "./games.ts";
import type { LiveGame } from "./live-game.ts";
import { type GameState, statusOf, toMove } from "./machine/game-state.ts";

/** Plies before which games share positions even in fair play. */
const FROM_PLY = 8;
/** Most positions of other boards that are remembered; the oldest are forgotten. */
const MOST_SEEN = 50_000;

/**
 * Notes in the record of a game between players who are to find their own moves that, while it was played, the same
 * position was on another board here that tells a computer's move: a player at both can copy it. It says so and no
 * more: neither who it was nor whether it was meant, and it changes no result. Positions are remembered in memory only.
 */
export function noteSharedPositions(
  liveGames: Pick<Games, "listen" | "noteSharedPosition">,
  log: Pick<Log, "warn">,
): { close(): void } {
  /** By position: the unfinished games that have reached it, with the ply. */
  const played = new Map<string, Map<string, number>>();
  /** By game: the positions that it has reached. */
  const positions = new Map<string, Set<string>>();
  /** Positions of other boards at which a computer was to move, or the players may have them analysed. */
  const seen = new RecentMap<string, { readonly game: string; readonly at: number }>(MOST_SEEN);

  const note = (id: string, ply: number, other: string): void => {
    liveGames
      .noteSharedPosition(id, ply, other)
      .catch((error: unknown) => log.warn(`game ${id}: ${String(error)}`, { game: id }));
  };

  const hear = ({ state, lastEventAt }: LiveGame): void => {
    const { id, kind, ply } = state;
    if (state.outcome) {
      for (const position of positions.get(id) ?? []) {
        const games = played.get(position);
        games?.delete(id);
        if (games?.size === 0) played.delete(position);
      }
      positions.delete(id);
    }
    const key = definitionOf(kind).positions?.key(state.position);
    if (key === undefined) return;
    const position = `${kind} ${key}`;
    if (tellsMoves(state)) {
      seen.set(position, { game: id, at: lastEventAt });
      for (const [game, at] of played.get(position) ?? []) note(game, at, id);
    }
    if (!isOwnPlay(state) || state.outcome || ply < FROM_PLY) return;
    const games = played.get(position) ?? new Map<string, number>();
    played.set(position, games.set(id, ply));
    positions.set(id, (positions.get(id) ?? new Set()).add(position));
    const other = seen.get(position);
    if (other && other.game !== id && other.at >= (state.startedAt ?? state.createdAt)) note(id, ply, other.game);
  };

  const stop = liveGames.listen(({ before, game }) => {
    const { state } = game;
    if (statusOf(state) === "open" || state.imported) return;
    const isNew = before === null || statusOf(before.state) === "open";
    if (isNew || before.state.ply !== state.ply || state.outcome) hear(game);
  });
  return { close: stop };
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
