import { formatOf } from "../../shared/formats/register.ts";
import type { LeagueSettings } from "../../shared/leagues.ts";
import type { ModelSettings } from "../../shared/player-settings.ts";
import type { Entrant, League } from "../league/machine/league.ts";
import { tieBreaksOf } from "../league/machine/rounds.ts";
import { scaleOf } from "../league/measure/measuring.ts";
import { gamesNeeded } from "../league/measure/strength.ts";

/** All that was agreed on how a league is played, under the names by which it is asked for. */
export function settingsView({ settings, openings: positions }: League): LeagueSettings {
  const { options, points, clock, concurrency, rounds, misses, sprt, openings } = settings;
  const { resign, draw } = settings.adjudication;
  return {
    options,
    points,
    concurrency,
    rounds,
    misses,
    sprt,
    byes: settings.byes,
    tie_breaks: tieBreaksOf(settings),
    forbidden_pairs: settings.apart.map(({ names, from, to }) => ({ names, from_round: from, to_round: to })),
    games_per_match: settings.gamesPerMatch,
    best_of: settings.bestOf,
    late_entries: settings.lateEntries.rounds > 0 ? settings.lateEntries : null,
    decider: formatOf(settings).eliminates ? deciderView(settings) : null,
    clock: clock && { initial_seconds: clock.initialMs / 1000, increment_seconds: clock.incrementMs / 1000 },
    move_seconds: settings.moveMs === null ? null : settings.moveMs / 1000,
    legal_moves: settings.legalMoves,
    max_illegal: settings.maxIllegal,
    longest_game: settings.longestGame,
    ...(settings.referees ? { referees: true } : {}),
    missed_move: settings.missedMove,
    most_by_lot: settings.mostByLot,
    on_failure: settings.onFailure,
    max_cost: settings.budget.cost,
    max_tokens: settings.budget.tokens,
    openings: openings && { ...openings, positions: positions.length },
    adjudication: { resign, draw: draw && { score: draw.score, moves: draw.moves, after_move: draw.after } },
    invite_seconds: settings.inviteMs / 1000,
    max_entrants: settings.mostEntrants,
    measure: settings.measure && measureSettings(settings.measure),
  };
}

function deciderView({ decider, clock }: League["settings"]): LeagueSettings["decider"] {
  const { games, inPairs, last, timeOdds } = decider;
  return {
    last,
    ...(inPairs ? { extra_pairs: games / 2 } : { extra_games: games }),
    ...(last === "armageddon" && clock ? { time_odds: timeOdds } : {}),
  };
}

function measureSettings(measure: NonNullable<League["settings"]["measure"]>): LeagueSettings["measure"] {
  const { within, games, levels } = measure;
  const between = levels.slice(1).map((elo, at) => Math.round((elo + (levels[at] ?? elo)) / 2));
  const strengths = [...levels, ...between].toSorted((one, other) => one - other);
  const games_needed = strengths.map((elo) => {
    const needed = gamesNeeded(scaleOf(measure), within, elo);
    return { elo, games: Number.isFinite(needed) ? needed : null };
  });
  return { within, games, levels, games_needed };
}

/** How an entrant was set up, where its name does not say it: never where its key is. */
export function playsOf({ name, settings: { level, strategy, engine, endpoint, model } }: Entrant): string | null {
  const words =
    strategy ??
    (level === undefined ? null : `level ${level}`) ??
    (engine === undefined ? null : `engine ${engine}`) ??
    endpoint ??
    (model ? modelInWords(model) : null);
  const called = name.toLowerCase();
  // The second of a name has a number behind it.
  return [called, called.replace(/ \d+$/, "")].includes(words?.toLowerCase() ?? "") ? null : words;
}

function modelInWords({ provider, model, baseUrl, temperature, prompt, price }: ModelSettings): string {
  const told = [
    ...(prompt.board ? ["board"] : []),
    ...(prompt.fen ? ["FEN"] : []),
    ...(prompt.history ? ["history"] : []),
    ...(prompt.legal ? ["legal moves"] : []),
  ];
  return [
    `${provider} ${model}${baseUrl === undefined ? "" : ` at ${baseUrl}`}`,
    `told of ${told.join(", ")}`,
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    `$${price.input} in${price.cached === undefined ? "" : ` ($${price.cached} from the cache)`} and $${price.output} out for a million tokens`,
  ].join("; ");
}
