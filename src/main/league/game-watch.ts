import { accept, type Result } from "../../shared/result.ts";
import { createAlarms } from "../base/alarms.ts";
import type { Log } from "../base/log.ts";
import { entryOf } from "../base/once-for.ts";
import type { Connections } from "../games/authority.ts";
import type { Games } from "../games/games.ts";
import type { LiveGame } from "../games/live-game.ts";
import type { GameState } from "../games/machine/game-state.ts";
import { createQueue } from "../live/transactions.ts";
import type { LeagueRetry } from "./jobs.ts";
import type { Leagues } from "./leagues.ts";
import * as machine from "./machine/league.ts";
import { adjudicationOf, byScore, lateAt, resultOf, rulingOnLateMove, scoresLookedAt } from "./rulings.ts";

/**
 * Scores a position of a game, after `ply` of its moves: centipawns from the first seat's side, and for a mate more
 * than any position has. Refuses where no engine knows the game or it does not answer.
 */
export type Scorer = (live: LiveGame, ply: number, signal: AbortSignal) => Promise<Result<number>>;

/** The scores of unfinished games; each position is searched once. */
function createScores(scorer: Scorer, goesOn: (id: string) => boolean, log: Log) {
  const byGame = new Map<string, Map<number, { readonly code: string; readonly score: number }>>();
  const queue = createQueue();
  const stop = new AbortController();
  return {
    /** The scores of so many last positions, or of all, the latest last; null where the game has ended since. */
    last: (live: LiveGame, many: number) =>
      queue.run(live.state.id, async () => {
        const { id, ply } = live.state;
        if (!goesOn(id)) return null;
        const ofGame = entryOf(byGame, id, () => new Map());
        const scores: number[] = [];
        for (let at = Math.max(1, ply - many + 1); at <= ply; at += 1) {
          // After a takeback another position is at this ply.
          const code = live.moves[at - 1]?.code ?? "";
          const before = ofGame.get(at);
          const score = before?.code === code ? accept(before.score) : await scorer(live, at, stop.signal);
          if (!score.ok) {
            if (!stop.signal.aborted)
              log.warn(`game ${id} was not scored at ply ${at}: ${score.message}`, { game: id });
            return null;
          }
          ofGame.set(at, { code, score: score.value });
          scores.push(score.value);
        }
        for (const at of ofGame.keys()) if (at <= ply - many) ofGame.delete(at);
        return scores;
      }),
    forget: (id: string) => void byGame.delete(id),
    /** Cancels the searches. */
    close: () => stop.abort(),
  };
}

export interface GameWatchOptions {
  readonly leagues: Pick<Leagues, "get" | "local" | "asDirector">;
  readonly games: Pick<Games, "inMemory" | "asDirector">;
  /** Tells whether the connection over which the agent of a late move came is still open, at whichever host. */
  readonly connections: Pick<Connections, "isOpen" | "lookUp">;
  readonly retry: Pick<LeagueRetry, "untilDone">;
  /** Scores positions, in leagues that adjudicate by score. */
  readonly scorer: Scorer;
  readonly log: Log;
  readonly now: () => number;
}

/** Watches the games of leagues for the director. */
export function createGameWatch(options: GameWatchOptions) {
  const { leagues, games, connections, scorer, log, now } = options;
  const { untilDone } = options.retry;
  const scores = createScores(scorer, (id) => games.inMemory(id)?.state.outcome === null, log);
  const moves = createAlarms(now);

  const report = (league: string, id: string, resultIn: (game: machine.MatchGame) => machine.GameResult | null) =>
    untilDone(league, `the result of game ${id} could not be taken`, () =>
      leagues.asDirector.act(league, (state) => {
        const open = machine.openGame(state, id);
        const result = open ? resultIn(open.game) : null;
        return result && { type: "report", game: id, result };
      }),
    );

  /** Whether the player of each seat is known to have gone away. */
  const whoHasGone = async ({ id, entrants }: NonNullable<GameState["league"]>): Promise<readonly boolean[]> => {
    const league = await leagues.get(id);
    const over = entrants.map(
      (number) => (league.ok && machine.entrantOf(league.value.league, number)?.connection) || null,
    );
    await connections.lookUp(over.filter((connection) => connection !== null));
    return over.map((connection) => connection !== null && !connections.isOpen(connection));
  };

  /** Ends a game by the league's own rules, and wakes when its next move is late. */
  const watchMove = (machineLeague: machine.League, live: LiveGame): void => {
    const { id, league } = live.state;
    if (!league) return;
    if (rulingOnLateMove(machineLeague, live.state, now(), () => false)) {
      untilDone(league.id, `game ${id} could not be ruled on`, async () => {
        const absences = await whoHasGone(league);
        // It may be paused by now.
        const current = await leagues.get(league.id);
        if (!current.ok) return current;
        return games.asDirector.adjudicate(id, (state, at) =>
          rulingOnLateMove(current.value.league, state, at, (place) => absences[place] ?? false),
        );
      });
      return;
    }
    const late = lateAt(machineLeague, live.state);
    if (late === null || games.inMemory(id)?.version !== live.version) return;
    // By the common clock it may not be time yet, and the league may have changed.
    const look = () =>
      untilDone(league.id, `game ${id} could not be looked at`, async () => {
        const state = await leagues.local(league.id);
        const current = games.inMemory(id);
        if (state.ok && current && !current.state.outcome) watchMove(state.value.league, current);
        return state;
      });
    moves.set(id, late, look);
  };

  /** Scores a game's last positions where the league ends games by score, and ends it. Moves do not wait for that. */
  const assess = async ({ adjudication }: machine.LeagueSettings, live: LiveGame): Promise<Result<unknown>> => {
    const { id, ply } = live.state;
    const many = scoresLookedAt(adjudication);
    if (many === 0) return accept(null);
    const last = await scores.last(live, many);
    const lost = last ? adjudicationOf(adjudication, last, ply) : undefined;
    return lost === undefined ? accept(null) : games.asDirector.adjudicate(id, (state) => byScore(state, lost));
  };

  return {
    /** Takes the result of a game, unless its league has one. */
    report,
    /** Handles a game: takes its result, ends it by the league's own rules, and watches the time of the next move. */
    attend: async (live: LiveGame) => {
      const { id, league, outcome } = live.state;
      moves.clear(id);
      if (!league) return accept(null);
      if (outcome) {
        scores.forget(id);
        report(league.id, id, (game) => resultOf(live, game));
        return accept(null);
      }
      const current = await leagues.local(league.id);
      if (!current.ok) return current;
      const { settings } = current.value.league;
      untilDone(league.id, `game ${id} could not be adjudicated`, () => assess(settings, live));
      watchMove(current.value.league, live);
      return accept(null);
    },
    /** Ends a game by its score where its league does, once the current position is scored. */
    assess: async (live: LiveGame) => {
      const { league, outcome } = live.state;
      const current = league && !outcome ? await leagues.local(league.id) : null;
      return current?.ok ? assess(current.value.league.settings, live) : accept(null);
    },
    /** Stops all timers: another host directs. */
    stopTimers: moves.clearAll,
    close: scores.close,
  };
}
