import { definitionOf, definitions } from "../../games/register.ts";
import type { LeagueChoices, LeaguePlanned } from "../../shared/leagues.ts";
import { accept, invalid, type Result } from "../../shared/result.ts";
import type { NewLeague } from "../league/machine/decide.ts";
import type { Entrant, LeagueSettings } from "../league/machine/league.ts";
import { gamesOf, misfitOfRounds, roundsOf } from "../league/machine/rounds.ts";
import { foreseenRepeats } from "../league/repeats-warning.ts";
import { usualPoints } from "../league/request.ts";

/** Milliseconds that a move takes, about, by who makes it. */
const paces: Readonly<Record<string, number>> = { strategy: 2, computer: 200, endpoint: 500 };
/** Of whoever thinks in words. */
const SLOW_PACE_MS = 10_000;

/** The choices for a new league. `levels` are the computer's where no engine plays. */
export const leagueChoices = (): LeagueChoices => ({
  games: definitions.map(({ kind, strategies, openings, points }) => ({
    game: kind,
    strategies: Object.keys(strategies).filter((name) => name !== "levels"),
    openings: openings !== undefined,
    points: points ?? usualPoints,
  })),
});

/**
 * The size of a planned league, with so many agents who are still to join. Refuses with `INVALID_ARGUMENT` a league
 * that could not begin: fewer than two entrants, or more rounds than they can play.
 */
export function plannedLeague(plan: NewLeague, agents: number): Result<LeaguePlanned> {
  const { settings, entrants } = plan;
  const count = entrants.length + agents;
  if (count < 2) return invalid("entrants: a league needs at least two");
  const beyond = misfitOfRounds(settings, count);
  if (beyond !== null) return invalid(beyond);
  const rounds = roundsOf(settings, count);
  const games = gamesOf(settings, count);
  const matches = games / settings.games_per_match;
  const kinds = [...entrants.map(({ kind }) => kind), ...new Array<"agent">(agents).fill("agent")];
  const atOnce = Math.max(1, Math.min(settings.concurrency, Math.ceil(matches / rounds)));
  const { records, engine } = definitionOf(settings.game);
  const warning = foreseenRepeats(plan, count);
  return accept({
    pgn: records !== undefined,
    review: engine !== undefined,
    entrants: count,
    rounds,
    matches,
    games,
    seconds: Math.ceil((games * gameMs(settings, kinds)) / 1000 / atOnce),
    ...(warning === null ? {} : { warning }),
  });
}

/** How long a game takes, at the mean of those who play. */
function gameMs(
  { game, options, clock, move_seconds, longest_game }: LeagueSettings,
  kinds: readonly Entrant["kind"][],
) {
  const usual = definitionOf(game).usualPlies(options);
  const plies = longest_game === null ? usual : Math.min(usual, 2 * longest_game);
  const pace = kinds.reduce((sum, kind) => sum + (paces[kind] ?? SLOW_PACE_MS), 0) / kinds.length;
  const ms = plies * (move_seconds === null ? pace : Math.min(pace, 1_000 * move_seconds));
  return clock ? Math.min(ms, 1_000 * (2 * clock.initial_seconds + plies * clock.increment_seconds)) : ms;
}
