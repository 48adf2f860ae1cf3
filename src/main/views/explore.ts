import { gameOf } from "../../games/register.ts";
import type { Explored, ExploredLine } from "../../shared/api.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Steps } from "../../shared/steps.ts";
import type { GameKind, Options } from "../../shared/terms.ts";
import type { Exploration } from "../players/stockfish/analyst.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { statusOf } from "../tables/machine/table.ts";
import { type AnalysisParts, fromFirst } from "./analysis.ts";
import { analysisOf } from "./game-view.ts";
import { lineInSan } from "./replay.ts";

/** Longest part of a line that is shown, in plies. */
const LINE_LENGTH = 16;

/** A position that somebody set up, or came to in a game of theirs or of others. */
export interface Explorable {
  readonly kind: GameKind;
  readonly options: Options;
  /** In the notation of machines, from where the options begin. */
  readonly moves: readonly string[];
}

/** A position as its game has it. */
interface Reached extends Explorable {
  readonly state: unknown;
}

/**
 * The position that some moves lead to. Refuses a game that no engine knows, a start that is none, and illegal moves.
 * Yields between moves.
 */
export function* reach(asked: Explorable): Steps<Result<Reached>> {
  const { rules, engine } = gameOf(asked.kind);
  if (!engine) return refuse("INVALID_ARGUMENT", "No engine evaluates this game");
  const started = rules.start(asked.options);
  if (!started.ok) return started;
  let state = started.value;
  for (const move of asked.moves) {
    const played = rules.play(state, rules.toMove(state)[0] ?? "", move);
    if (!played.ok) return played;
    state = played.value.state;
    yield;
  }
  return accept({ ...asked, state });
}

/**
 * Whether somebody may have a position looked at that belongs to no game: not while the person plays a game of that kind
 * without evaluation, where it would be help, and not the very position of others' game whose evaluation is off. Else
 * `ANALYSIS_OFF`.
 */
export function mayExplore(unfinished: readonly LiveGame[], { kind, state }: Reached): Result<null> {
  const { words, rules } = gameOf(kind);
  const looks = (each: unknown) => words.grid(rules.view(each, null));
  for (const { table } of unfinished) {
    if (table.kind !== kind || statusOf(table) !== "live" || analysisOf(table) !== "off") continue;
    if (table.seats.some((seated) => seated.kind === "human"))
      return refuse(
        "ANALYSIS_OFF",
        `You play game ${table.id}: until it is over, no engine looks at positions for you`,
      );
    if (looks(table.state) === looks(state))
      return refuse(
        "ANALYSIS_OFF",
        `This is the position of game ${table.id}, whose evaluation is off while it is being played`,
      );
  }
  return accept(null);
}

/** The best lines of a position, from the first seat's side, told again and again while they grow. */
export async function explore(
  { kind, options, moves, state }: Reached,
  { analyst }: Pick<AnalysisParts, "analyst">,
  lines: number,
  signal: AbortSignal,
  tell: (found: Explored) => void,
): Promise<Result<Explored>> {
  const { rules, engine, seats } = gameOf(kind);
  if (!engine || rules.outcome(state)) return accept({ depth: 0, lines: [], engine: null, notice: null });
  const secondMoves = rules.toMove(state)[0] === seats[1];
  const shown = ({ lines: insights, ...by }: Exploration): Explored => ({
    ...by,
    depth: insights[0]?.depth ?? 0,
    lines: insights.map(
      ({ score, line }): ExploredLine => ({
        score: fromFirst(score, secondMoves),
        line: lineInSan(kind, state, line.slice(0, LINE_LENGTH)),
      }),
    ),
  });
  const found = await analyst.explore(engine.startFen(options), moves, lines, signal, (now) => tell(shown(now)));
  return found.ok ? accept(shown(found.value)) : found;
}
