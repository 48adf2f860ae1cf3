import { z } from "zod";
import { definitionOf, definitions } from "../../../games/register.ts";
import { measurement } from "../../../shared/formats/measurement.ts";
import { accept, invalid, type Result, refuseMistakes } from "../../../shared/result.ts";
import { whole } from "../../../shared/schemas.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { NewLeague } from "../machine/decide.ts";
import { anchorsOf } from "../ratings/anchors.ts";
import { leagueRequest, planLeague } from "../request.ts";
import { MEASUREMENT } from "./measuring.ts";

/** A match is a pair of games: one opening, sides reversed. */
const GAMES_PER_MATCH = 2;

/** The least limit, in moves of each side, that no game reaches: the longest of 300 between random players had 295. */
const LEAST_LENGTH = 300;

export const measureRequest = leagueRequest
  .pick({
    game: true,
    options: true,
    clock: true,
    move_seconds: true,
    legal_moves: true,
    max_illegal: true,
    longest_game: true,
    invite_seconds: true,
    misses: true,
    missed_move: true,
    most_by_lot: true,
    on_failure: true,
    max_cost: true,
    max_tokens: true,
    seed: true,
    secret: true,
    openings: true,
    allow_keys: true,
    allow_commands: true,
  })
  .extend({
    /** The entrant to measure, where it moves by itself; empty for an agent that is to join. */
    entrants: leagueRequest.shape.entrants,
    within: z.number().min(10).max(4_000).default(200).describe("End at a 95 % interval so wide, in Elo end to end."),
    games: whole(GAMES_PER_MATCH, 10_000)
      .multipleOf(GAMES_PER_MATCH, "they are played in pairs, so it must be even")
      .default(200)
      .describe("End after so many games in any case."),
  });
/**
 * A league in which one entrant meets opponents of known strength, mostly the computer's levels, until its own is
 * known. Refuses with `INVALID_ARGUMENT` what `planLeague` refuses, more than one entrant, and games whose levels were
 * never measured. Yields in between.
 */
export function* planMeasure(request: z.infer<typeof measureRequest>, random: () => number): Steps<Result<NewLeague>> {
  const { within, games: most, entrants, ...rest } = request;
  if (entrants.length > 1) return invalid(`entrants: one is measured at a time, and there are ${entrants.length}`);
  if (request.longest_game !== undefined && request.longest_game < LEAST_LENGTH)
    return invalid(
      `longest_game: a game that is cut short is not rated, so a limit below ${LEAST_LENGTH} moves would choose the games that count. Leave it out`,
    );
  const anchors = anchorsOf(definitionOf(request.game));
  if (anchors.length === 0) {
    const kinds = definitions.filter((definition) => anchorsOf(definition).length > 0).map(({ kind }) => kind);
    return invalid(
      `game: nobody has measured how strong the computer's levels are in ${request.game}. They are known in ${kinds.join(", ")}`,
    );
  }
  // The game's own suite, unless games with another start are requested.
  const begins = Object.keys(rest.options).length > 0;
  const openings = rest.openings ?? (definitionOf(request.game).openings && !begins ? { order: "random" } : undefined);
  const plan = yield* planLeague(
    leagueRequest.parse({
      ...rest,
      ...(openings ? { openings } : {}),
      name: MEASUREMENT,
      entrants: [...anchors.map(({ entrant }) => entrant), ...entrants],
      games_per_match: GAMES_PER_MATCH,
      concurrency: 1,
      max_entrants: anchors.length + 1,
    }),
    random,
  );
  // The anchors come before it in the league, and the request does not contain them.
  if (!plan.ok)
    return plan.mistakes
      ? refuseMistakes(plan.mistakes.map((each) => ({ ...each, path: each.path.with(1, 0) })))
      : plan;
  const { settings } = plan.value;
  const measure = {
    within,
    games: most,
    levels: anchors.map(({ elo }) => elo),
    covariance: anchors.map(({ covariance }) => covariance),
  };
  return accept({ ...plan.value, settings: { ...settings, format: measurement.name, measure } });
}
