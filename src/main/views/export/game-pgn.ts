import { setImmediate as nextPass } from "node:timers/promises";
import type { GameRecord, PlayedIn } from "../../../games/game.ts";
import { definitionOf } from "../../../games/register.ts";
import { judgementNags } from "../../../games/report.ts";
import { withAssistantsWords } from "../../../shared/coach/assistant.ts";
import * as trees from "../../../shared/lines.ts";
import { CHANCE, type GameKind, type Options, seatTitle } from "../../../shared/terms.ts";
import { disarm, quote } from "../../../shared/text.ts";
import type { Games } from "../../games/games.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { indexOf, kindOf } from "../../games/machine/game-state.ts";
import { areThoughtsShown, isRandom } from "../../games/machine/rights.ts";
import { byRound, type League, type LeagueSettings } from "../../league/machine/league.ts";
import { keptReview, type Review } from "../game/review.ts";

const BY_LOT = "Drawn by lot.";

/**
 * A game as a tree: what was written of it with its variations, moves by lot, the clocks of what was played here, and of a game that an
 * engine looked through the scores, what is to be said of moves, the better lines as variations, and thoughts that may be seen.
 * @param place where thoughts stand: beside the moves, or among the comments, for other programs
 */
export function linesOf(game: LiveGame, place: "beside" | "comments" | "nowhere" = "beside"): trees.ThoughtLines {
  const { state, moves } = game;
  const lines: trees.Lines = game.lines ?? trees.plainLines(moves);
  const main = trees.mainLine(lines);
  const timings: trees.ThoughtMove[] = [...lines.moves];
  const isShown = place !== "nowhere" && areThoughtsShown(state);
  for (const [ply, index] of main.entries()) {
    const [move, source] = [timings[index], moves[ply]];
    if (!move || !source) continue;
    const { clock, seat } = source;
    const thoughts = isShown ? source.thoughts : undefined;
    // As a clock shows it.
    const remaining = seat === CHANCE ? null : clock && Math.floor(clock[indexOf(state, seat)] / 1000) * 1000;
    const isByLot = isRandom(source) && !move.comment?.includes(BY_LOT);
    const isBeside = place === "beside";
    const thought = thoughts && `${seatTitle(seat)} thought${thoughts.cut ? ", in part" : ""}: ${quote(thoughts.text)}`;
    const said = [move.comment, isByLot && BY_LOT, !isBeside && thought].filter(Boolean);
    timings[index] = {
      ...move,
      ...(remaining === null || move.clock !== undefined ? {} : { clock: remaining }),
      ...(said.length === 0 ? {} : { comment: said.join(" ") }),
      ...(thoughts && isBeside ? { thoughts } : {}),
    };
  }
  const review = keptReview(game);
  if (!review) return { ...lines, moves: timings };
  // Where the game is over on the board there is no score: mate has no move to come.
  const scoreCount = kindOf(state).rules.outcome(state.position) ? main.length - 1 : main.length;
  return { ...lines, moves: annotateMoves(timings, main, review, scoreCount) };
}

/** Glyphs that say how good a move is (PGN standard 10). */
const LAST_VERDICT = 6;

/** The moves with what an engine found of the main line, scores for so many of them; what somebody wrote stands before it. */
function annotateMoves(
  source: readonly trees.ThoughtMove[],
  main: readonly number[],
  { positions, report }: Review,
  scoreCount: number,
): trees.ThoughtMove[] {
  const moves = [...source];
  for (const [ply, place] of main.entries()) {
    const [move, score] = [moves[place], positions[ply + 1]?.score];
    if (!move || !score) continue;
    const judgement = report.moves[ply]?.judgement ?? null;
    const glyphs = move.nags ?? [];
    const nags =
      judgement === null || glyphs.some((nag) => nag <= LAST_VERDICT) ? glyphs : [judgementNags[judgement], ...glyphs];
    const engineScore = ply < scoreCount ? score : undefined;
    moves[place] = { ...move, score: move.score ?? engineScore, ...(nags.length > 0 ? { nags } : {}) };
    const better = judgement === null ? [] : (positions[ply]?.line ?? []);
    const first = better[0]?.code;
    const isThere = moves.some(({ after, code }) => after === move.after && code === first);
    if (first === undefined || isThere || moves.length + better.length > trees.MOST_LINE_MOVES) continue;
    for (const [index, { code, text }] of better.entries())
      moves.push({ after: index === 0 ? move.after : moves.length - 1, code, text });
  }
  return moves;
}

/** Whether whole games of a kind can be written at all, in PGN or a notation of another name. */
export const hasRecords = (kind: GameKind): boolean => definitionOf(kind).records !== undefined;

/** Whether they are written as PGN. */
export const hasPgn = (kind: GameKind): boolean => definitionOf(kind).records?.name === "PGN";

/** A game as PGN, with all that was written of it, on request thoughts, and what it was played in; null without that notation. */
export const gamePgn = (game: LiveGame, thoughts = false, event?: PlayedIn): string | null =>
  definitionOf(game.state.kind).records?.write({ ...recordOf(game, thoughts), event }) ?? null;

/** The same for an agent: with all moves in one line, none begins with what somebody wrote, which could lead it on. */
export function gamePgnForAgents(game: LiveGame): string | null {
  const [tags, ...moves] = (hasPgn(game.state.kind) ? gamePgn(game) : null)?.trimEnd().split("\n\n") ?? [];
  return tags === undefined ? null : disarm(`${tags}\n\n${moves.join(" ").replaceAll("\n", " ")}\n`);
}

/** The PGN tags about the event, by their names; empty for games without that notation. */
export const eventTags = (game: LiveGame): Readonly<Record<string, string>> =>
  definitionOf(game.state.kind).records?.tags(recordOf(game)) ?? {};

function recordOf(game: LiveGame, thoughts = false): GameRecord<Options> {
  const { state } = game;
  const [first, second] = state.seats;
  const player = ({ name, kind }: typeof first) => ({ name, isHuman: kind === "human" });
  return {
    id: state.id,
    createdAt: state.createdAt,
    options: state.options,
    players: [player(first), player(second)],
    lines: withAssistantsWords(linesOf(game, thoughts ? "comments" : "nowhere")),
    timeControl: state.clock && {
      initial: state.clock.initialMs / 1000,
      increment: state.clock.incrementMs / 1000,
      ...(state.clock.secondMs === undefined ? {} : { second: state.clock.secondMs / 1000 }),
    },
    outcome: state.outcome,
    annotator: game.review?.engine ?? null,
    tags: state.imported,
    drawWinsFor: state.league?.armageddon && second.seat,
    shared: state.shared,
  };
}

/** Games as PGN with empty lines between, a text each. Leaves out deleted ones and those that cannot be read. */
export async function* gamesPgn(
  requests: Iterable<{ readonly id: string; readonly event?: PlayedIn }>,
  games: Pick<Games, "get">,
): AsyncGenerator<string, void> {
  let before = "";
  for (const { id, event } of requests) {
    await nextPass();
    const game = await games.get(id);
    const pgn = game.ok && game.value.state.deletedAt === null ? gamePgn(game.value, false, event) : null;
    if (pgn === null) continue;
    yield `${before}${pgn.trimEnd()}\n`;
    before = "\n";
  }
}

/** The same for the games of a league, with the rounds that they were played in. */
export const leaguePgn = (league: League, games: Pick<Games, "get">): AsyncGenerator<string, void> =>
  gamesPgn(playedIn(league), games);

function* playedIn(league: League) {
  for (const matches of byRound(league))
    for (const { round, games } of matches)
      for (const [index, { id }] of games.entries())
        yield { id, event: { name: league.name, round: roundOf(league.settings, round, index + 1) } };
}

/** The round of a game as a tag, which stays as it is: `3`, or `3.2` for the second game where a match may have others. */
export const roundOf = ({ games_per_match, decider }: LeagueSettings, round: number, game: number): string =>
  games_per_match === 1 && !decider ? `${round}` : `${round}.${game}`;
