import { setImmediate as nextPass } from "node:timers/promises";
import type { z } from "zod";
import { definitionOf } from "../../games/register.ts";
import type { Effort } from "../../shared/events.ts";
import { accept, invalid } from "../../shared/result.ts";
import { cleanLine, clip } from "../../shared/text.ts";
import { afterStep, unstoredGame } from "../games/live-game.ts";
import { createGame } from "../games/machine/seats.ts";
import { playAhead } from "../games/play-ahead.ts";
import { movesOf } from "../league/leagues.ts";
import type { League, Match, PlayedElsewhere } from "../league/machine/league.ts";
import { gameNumbered, type PlayedAgain } from "../league/machine/matches.ts";
import { gameRequestOf, resultOf, terminationIn } from "../league/rulings.ts";
import type { matchProgress, matchResult } from "./protocol.ts";

type ReportedMoves = z.infer<typeof matchProgress>["moves"];

/** Most characters of a reason why a move was not the player's own, and most reasons of one move. */
const LONGEST_REASON = 200;
const MOST_REASONS = 5;

/**
 * Replays the games of a match by the rules, as a referee elsewhere reported them; returns them, or why the report proves
 * nothing, so that the match is played here. Refuses with `INVALID_ARGUMENT` games that break the rules. A game that did not end by the rules or the league's longest game proves nothing, nor does
 * one with moves that were made for a player: only the referee says that a player was late or absent.
 */
export async function replayReport(
  league: League,
  match: Match,
  reports: z.infer<typeof matchResult>["games"],
  now: () => number,
) {
  const games: PlayedAgain[] = [];
  if (reports.length === 0) return accept({ unproved: "no game of it was played" });
  for (const [index, { moves, termination }] of reports.entries()) {
    const number = index + 1;
    const replay = await replayGame(league, match, number, moves, now);
    if (!replay.ok) return replay;
    const { game, end, played } = replay.value;
    const { outcome } = end.state;
    if (end.moves.length < moves.length) {
      const next = moves[end.moves.length];
      const why = outcome ? "the game is over before" : "the rules do not allow";
      return invalid(
        `games.${index}: ${why} move ${end.moves.length + 1} (${next?.role} ${clip(cleanLine(String(next?.move)), 40)})`,
      );
    }
    const result = resultOf(end, game);
    if (!outcome || !result)
      return termination === "normal"
        ? invalid(`games.${index}: the game is not over after its ${moves.length} moves`)
        : accept({ unproved: `game ${number} ended by ${clip(cleanLine(termination), 40)}` });
    const isProved = outcome.reason in definitionOf(end.state.kind).reasons || terminationIn(outcome) === "cut-short";
    if (!isProved) return accept({ unproved: `game ${number} ended by ${outcome.reason}` });
    if (played.some(({ effort }) => typeof effort?.fallback === "string"))
      return accept({ unproved: `moves of game ${number} were made for a player` });
    games.push({ record: played, result });
  }
  return accept({ unproved: null, games });
}

/** Plays the moves of one game of a match, by its number, as far as the rules allow them. */
export async function replayGame(
  league: League,
  match: Match,
  number: number,
  moves: ReportedMoves,
  now: () => number,
) {
  const game = gameNumbered(league, match, number);
  const request = gameRequestOf(league, { ...match, games: Array.from({ length: number }, () => game) }, game);
  const at = now();
  const creation = request ? createGame({ ...request, id: game.id }, at) : invalid("nobody plays");
  if (!creation.ok) return creation;
  const readings = moves.map(readMove);
  const start = afterStep(unstoredGame(creation.value.state), creation.value, at);
  const step = await playAhead(start, movesOf(readings), now);
  await nextPass();
  return accept({ game, played: readings, end: step ? afterStep(start, step, at) : start });
}

const readMove = ({ role, move, ms, effort, metadata }: ReportedMoves[number]): PlayedElsewhere[number] => ({
  seat: role,
  text: String(move),
  ...(ms === undefined ? {} : { ms: Math.round(ms) }),
  ...(effort ? { effort: clipEffort(effort) } : {}),
  ...(metadata === undefined ? {} : { metadata: cleanLine(metadata) }),
});

/** An effort as a referee elsewhere reports it, with texts of bounded length and without a model's answers. */
const clipEffort = ({ answer: _, votes: __, ...effort }: Effort): Effort => ({
  ...effort,
  fallback: effort.fallback === null ? null : clip(cleanLine(effort.fallback), LONGEST_REASON),
  failures: effort.failures.slice(0, MOST_REASONS).map((each) => clip(cleanLine(each), LONGEST_REASON)),
});
