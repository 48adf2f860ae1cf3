import { definitionOf } from "../../games/register.ts";
import {
  mistakeKinds,
  type PracticeNext,
  type PracticeOverview,
  type PracticeQuestion,
  type PracticeResult,
  type PracticeReviewing,
  type PracticeStatistics,
  type PracticeTally,
  phases,
} from "../../shared/practice/questions.ts";
import { accept, messageOf, type Refusal, type Result, refuse } from "../../shared/result.ts";
import { seatTitle } from "../../shared/terms.ts";
import type { Log } from "../base/log.ts";
import { spareTime } from "../base/spare-time.ts";
import type { JsonFile } from "../data/json-file.ts";
import type { Games } from "../games/games.ts";
import type { LiveGame } from "../games/live-game.ts";
import { type AnalysisParts, mayEvaluateBeside, mayExplore, reviewAndKeep, usualNodes } from "../views/game/review.ts";
import { createDeck, type DeckEntry, newEntry } from "./deck.ts";
import { idOfMistake, type Mistake } from "./mistakes.ts";
import { createPool, type Pool } from "./pool.ts";
import { type Attempt, afterAnswer, gradeOf } from "./schedule.ts";
import { type Finding, secondLook } from "./second-look.ts";

export interface PracticeParts {
  readonly games: Pick<Games, "get" | "history" | "unfinishedNow" | "keepReview" | "listen">;
  readonly analysis: Pick<AnalysisParts, "analyst" | "replays">;
  /** The setting `record_names`. */
  readonly recordNames: () => string;
  readonly file: JsonFile<readonly DeckEntry[]>;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** An answer to a question; `move` is null where the person gave up. */
export interface PracticeAnswer extends Omit<Attempt, "right"> {
  readonly id: string;
  readonly answers: number;
  readonly move: string | null;
}

/** Positions of one running game after which it is plain that the person plays it themself, and all are refused. */
const MOST_REFUSED = 20;

/** Most positions that are searched ahead, since the person may have gone. */
const MOST_AHEAD = 5;

/** Practice of the person's own mistakes: chosen from their reviewed games, and asked again after days. */
export type Practice = ReturnType<typeof createPractice>;

export function createPractice({ games, analysis, recordNames, file, log, now }: PracticeParts) {
  const deck = createDeck(file);
  const pool = createPool(games, recordNames, now);
  const closing = new AbortController();
  let isReviewing = false;
  /** The search for the position after the one that is asked, while it lasts. */
  let preparing: Promise<void> | null = null;

  const overviewOf = ({ mistakes, games: count, toReview }: Pool): PracticeOverview => {
    const [find, at] = [deck.lookup(), now()];
    const entries = mistakes.map(find);
    const days = entries.flatMap((entry) => (entry?.card && entry.finding ? [entry.card.due] : []));
    const later = days.filter((day) => day > at);
    return {
      due: days.length - later.length,
      fresh: entries.filter(isFresh).length,
      next_due: later.length > 0 ? Math.min(...later) : null,
      games: count,
      reviews: count - toReview.length,
    };
  };

  /** The positions to ask: first those that are due, the longest first; then those without an answer, of the newest game first. */
  const queueOf = ({ mistakes }: Pool): readonly Mistake[] => {
    const [find, at] = [deck.lookup(), now()];
    const entries = mistakes.map((mistake) => ({ mistake, entry: find(mistake) }));
    const due = entries
      .flatMap(({ mistake, entry }) => (entry?.card && entry.card.due <= at ? [{ mistake, day: entry.card.due }] : []))
      .toSorted((one, other) => one.day - other.day);
    const fresh = entries.filter(({ entry }) => isFresh(entry));
    return [...due, ...fresh].map(({ mistake }) => mistake);
  };

  /** The entry of a mistake, for which the engine searches where there is none. Refuses as the analyst and the disk do. */
  const examine = async (mistake: Mistake, game: LiveGame, signal: AbortSignal): Promise<Result<DeckEntry>> => {
    const entry = deck.lookup()(mistake);
    if (entry) return accept(entry);
    const finding = await secondLook(game, mistake, analysis, signal);
    // Another window may have had it examined, and even answered, meanwhile.
    const current = deck.lookup()(mistake);
    if (current) return accept(current);
    if (!finding.ok) return finding;
    const next = newEntry(mistake, finding.value);
    const storing = deck.put(next);
    return storing.ok ? accept(next) : storing;
  };

  /** The game of a mistake, where its position may be asked: as the engine may be asked about it elsewhere. */
  const gameFor = async ({ game: id, ply }: Mistake): Promise<Result<LiveGame>> => {
    const game = await games.get(id);
    if (!game.ok) return game;
    const { kind, options } = game.value.state;
    const state = analysis.replays.stateAt(game.value, ply - 1);
    const may = mayExplore(await games.unfinishedNow(), { kind, options, moves: [], state }, "engine");
    return may.ok ? game : may;
  };

  /** Has the position after the asked one searched in spare time, so that the person does not wait for it. */
  const prepare = async (question: string): Promise<void> => {
    const others = queueOf(await pool.get()).filter((mistake) => idOfMistake(mistake) !== question);
    for (const mistake of others.slice(0, MOST_AHEAD)) {
      await spareTime.turn();
      if (closing.signal.aborted) return;
      const game = await gameFor(mistake);
      const entry = game.ok ? await examine(mistake, game.value, closing.signal) : game;
      if (!entry.ok || entry.value.finding) return;
    }
  };

  const questionOf = (game: LiveGame, mistake: Mistake, { answers }: DeckEntry, finding: Finding): PracticeQuestion => {
    const { id, kind, options, seats } = game.state;
    const ply = mistake.ply - 1;
    const { rules } = definitionOf(kind);
    return {
      id: idOfMistake(mistake),
      answers,
      game: kind,
      game_id: id,
      options,
      ply,
      view: rules.view(analysis.replays.stateAt(game, ply), null),
      last_move: game.moves[ply - 1]?.code ?? null,
      seat: mistake.seat,
      names: Object.fromEntries(seats.map(({ seat, name }) => [seat, name ?? seatTitle(seat)])),
      played: { code: mistake.played, text: game.moves[ply]?.text ?? mistake.played },
      judgement: mistake.judgement,
      kind: mistake.kind,
      phase: mistake.phase,
      opening: mistake.opening,
      best: finding.best,
      score: finding.score,
      others: finding.others,
      refutation: finding.refutation,
      played_score: finding.playedScore,
      engine: finding.engine,
    };
  };

  return {
    overview: async (): Promise<Result<PracticeOverview>> => accept(overviewOf(await pool.get())),

    /**
     * The next position to ask; null where none is left for now. Refuses with `ANALYSIS_OFF` while a game goes on in which
     * it would help, and as the analyst and the disk do.
     */
    next: async (signal: AbortSignal): Promise<Result<PracticeNext>> => {
      await preparing;
      const current = await pool.get();
      const refusals: Refusal[] = [];
      for (const mistake of queueOf(current)) {
        const game = await gameFor(mistake);
        if (!game.ok) {
          refusals.push(game);
          if (refusals.length >= MOST_REFUSED) break;
          continue;
        }
        const entry = await examine(mistake, game.value, signal);
        if (!entry.ok) return entry;
        const { finding, card } = entry.value;
        // One that was answered meanwhile is not due.
        if (!finding || (card && card.due > now())) continue;
        const question = questionOf(game.value, mistake, entry.value, finding);
        preparing ??= prepare(question.id)
          .catch((error: unknown) => log.debug(`practice: ${messageOf(error)}`))
          .finally(() => {
            preparing = null;
          });
        return accept({ ...overviewOf(current), question });
      }
      return refusals.find(({ code }) => code === "ANALYSIS_OFF") ?? accept({ ...overviewOf(current), question: null });
    },

    /**
     * Takes an answer, and sets the day on which the position is asked again. Refuses an unknown position and an illegal
     * move, with `CONFLICT` one that was answered meanwhile, and with `STORAGE_FAILED` where it cannot be kept.
     */
    answer: async ({ id, answers, move, hints, ms }: PracticeAnswer): Promise<Result<PracticeResult>> => {
      const current = await pool.get();
      const mistake = current.byId.get(id);
      if (!mistake) return noSuchQuestion;
      const game = await games.get(mistake.game);
      if (!game.ok) return game;
      const { rules } = definitionOf(game.value.state.kind);
      const position = analysis.replays.stateAt(game.value, mistake.ply - 1);
      const play = move === null ? null : rules.play(position, mistake.seat, move);
      if (play && !play.ok) return play;
      // From here on nothing waits, so that of two answers one is first.
      const entry = deck.lookup()(mistake);
      if (!entry?.finding) return noSuchQuestion;
      if (entry.answers !== answers) return answeredMeanwhile;
      const right = play?.value.move.code === entry.finding.best[0]?.code;
      const grade = gradeOf({ right, hints, ms });
      const card = afterAnswer(entry.card, grade, now());
      const storing = deck.put({ ...entry, card, answers: answers + 1, right: entry.right + (right ? 1 : 0) });
      return storing.ok ? accept({ ...overviewOf(current), right, grade, again_at: card.due }) : storing;
    },

    statistics: async (): Promise<Result<PracticeStatistics>> => {
      const { mistakes } = await pool.get();
      const find = deck.lookup();
      const tally = (nameOf: (mistake: Mistake) => string | null): PracticeTally[] => {
        const groups = Map.groupBy(mistakes, nameOf);
        return [...groups].flatMap(([name, group]) => {
          const entries = group.flatMap((mistake) => find(mistake) ?? []);
          const sum = (of: (entry: DeckEntry) => number) => entries.reduce((total, entry) => total + of(entry), 0);
          const counts = { answers: sum((entry) => entry.answers), right: sum((entry) => entry.right) };
          return name === null ? [] : [{ name, mistakes: group.length, ...counts }];
        });
      };
      const byCount = (tallies: PracticeTally[]) => tallies.toSorted((one, other) => other.mistakes - one.mistakes);
      const inOrder = (tallies: PracticeTally[], names: readonly string[]) =>
        names.flatMap((name) => tallies.find((each) => each.name === name) ?? []);
      return accept({
        openings: byCount(tally(({ opening }) => opening)).slice(0, MOST_OPENINGS),
        phases: inOrder(
          tally(({ phase }) => phase),
          phases,
        ),
        kinds: inOrder(
          tally(({ kind }) => kind),
          mistakeKinds,
        ),
      });
    },

    /**
     * Reviews the person's games that have no review, one after the other, newest first, until nobody waits for it any
     * more; what was reviewed by then stays. Refuses with `ANALYSIS_OFF` while the person plays in a league, with
     * `LIMIT_REACHED` where it is done already, and as the analyst does.
     */
    review: async (
      signal: AbortSignal,
      tell: (progress: PracticeReviewing) => void,
    ): Promise<Result<PracticeOverview>> => {
      if (isReviewing) return reviewedAlready;
      isReviewing = true;
      try {
        const { toReview } = await pool.get();
        for (const [count, id] of toReview.entries()) {
          await spareTime.turn();
          const may = mayEvaluateBeside(await games.unfinishedNow());
          if (!may.ok) return may;
          const game = await games.get(id);
          // A damaged one is passed over.
          if (!game.ok) continue;
          const report = (positions: number, of: number, notice: string | null) =>
            tell({ count, of: toReview.length, part: positions / of, notice });
          const result = await reviewAndKeep(game.value, usualNodes(game.value), { games, analysis }, signal, report);
          if (!result.ok && result.code !== "INVALID_ARGUMENT") return result;
        }
        return accept(overviewOf(await pool.get()));
      } finally {
        isReviewing = false;
      }
    },

    close: async (): Promise<void> => {
      closing.abort();
      pool.close();
      await preparing;
    },
  };
}

const MOST_OPENINGS = 12;

/** Whether a position was never answered, and is not known to have several good answers. */
const isFresh = (entry: DeckEntry | null): boolean => entry === null || (entry.finding !== null && entry.card === null);

const noSuchQuestion = refuse(
  "INVALID_ARGUMENT",
  "This position is not among those that are asked any more. Go on to the next",
);
const answeredMeanwhile = refuse(
  "CONFLICT",
  "This position was answered meanwhile, perhaps in another window. Go on to the next",
);
const reviewedAlready = refuse(
  "LIMIT_REACHED",
  "Your games are being reviewed already, perhaps from another window. Wait until that is done, or stop it there",
);
