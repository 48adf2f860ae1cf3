import { definitionOf, definitions } from "../../../games/register.ts";
import { formatOf } from "../../../shared/formats/register.ts";
import { leagueSettings } from "../../../shared/league-settings.ts";
import type { ApiLeagueSettings, LeagueChoices, LeaguePlanned } from "../../../shared/leagues.ts";
import { chosenFor, type ModelSettings } from "../../../shared/player-settings.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import { amount, quote } from "../../../shared/text.ts";
import { onceFor } from "../../base/once-for.ts";
import type { NewLeague } from "../../league/machine/decide.ts";
import type { Entrant, League, LeagueSettings } from "../../league/machine/league.ts";
import { gamesOf, misfitOfRounds, roundsOf } from "../../league/machine/rounds.ts";
import { gamesNeeded } from "../../league/measure/strength.ts";
import { errorsPlay } from "../../league/ratings/anchors.ts";
import { usualPoints } from "../../league/request.ts";
import { isDeterministic } from "../../players/drivers.ts";
import { defaultModelTimeouts } from "../../players/model/ask-for-move.ts";
import { hasRecords } from "../export/game-pgn.ts";

/**
 * The warning before a league begins in which two entrants without random choices meet in more games than there are
 * openings, each played with both sides: they would repeat games. Null where nobody would. `count` is the number of
 * entrants, with agents who are still to join. A measurement has openings of its own, and gets no warning.
 */
export function foreseenRepeats(
  { settings, entrants, openings }: Pick<NewLeague, "settings" | "entrants" | "openings">,
  count: number,
): string | null {
  const those = entrants.flatMap(({ kind, name, settings: own }, index) =>
    isDeterministic(settings.game, kind, own) ? [{ name, index }] : [],
  );
  const [one, other] = those;
  if (!one || !other) return null;
  const meetings = formatOf(settings).meetings(one.index + 1, count, roundsOf(settings, count));
  const games = meetings * settings.games_per_match;
  const different = 2 * Math.max(1, openings.length);
  if (games <= different) return null;
  const start = openings.length === 0 ? "the usual start" : amount(openings.length, "opening");
  const more = openings.length === 0 ? "openings" : "more openings";
  const remedy = definitionOf(settings.game).openings ? `Add ${more} (in a terminal --openings), or ask` : "Ask";
  return (
    `${quote(one.name)} and ${quote(other.name)} draw nothing by chance: from ${start} they may play the same ` +
    `${different} games again and again, and of ${games} those that repeat count once for ratings and tests. ${remedy} for fewer games.`
  );
}

/** The settings of a league as everybody may know them: neither its secret nor what is told of it in another form. */
export function settingsView({ settings, openings: positions }: League): ApiLeagueSettings {
  const { openings, measure } = settings;
  return {
    ...leagueSettings.parse(settings),
    openings: openings && { ...openings, positions: positions.length },
    measure: measure && measureSettings(measure),
  };
}

/** The settings of a measurement, whose estimate is made once for a league, however often it is looked at. */
const measureSettings = onceFor((measure: NonNullable<League["settings"]["measure"]>): ApiLeagueSettings["measure"] => {
  const { within, games, levels } = measure;
  const between = levels.slice(1).map((elo, at) => Math.round((elo + (levels[at] ?? elo)) / 2));
  const strengths = [...levels, ...between].toSorted((one, other) => one - other);
  const games_needed = strengths.map((elo) => {
    const games = gamesNeeded(measure, within, elo);
    return { elo, games: Number.isFinite(games) ? games : null };
  });
  return { within, games, levels, games_needed };
});

/** How an entrant was set up, where its name does not say it: never where its key is. */
export function playsOf({
  name,
  settings: { level, errors, strategy, engine, endpoint, model },
}: Entrant): string | null {
  const words =
    strategy ??
    (level === undefined ? null : `level ${level}`) ??
    (errors === undefined ? null : errorsPlay(errors)) ??
    (engine === undefined ? null : `engine ${engine}`) ??
    endpoint ??
    (model ? modelInWords(model) : null);
  const lowerName = name.toLowerCase();
  // The second of a name has a number behind it.
  return [lowerName, lowerName.replace(/ \d+$/, "")].includes(words?.toLowerCase() ?? "") ? null : words;
}

function modelInWords(settings: ModelSettings): string {
  const { provider, model, baseUrl, prompt, prompt_text, price, request } = settings;
  const { board, fen, history, legal } = prompt;
  const parts = [board && "board", fen && "FEN", history && "history", legal && "legal moves"].filter(Boolean);
  return [
    `${provider} ${model}${baseUrl === undefined ? "" : ` at ${baseUrl}`}`,
    prompt_text === undefined ? `told of ${parts.join(", ")}` : "a prompt of its own",
    ...chosenFor(settings).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`),
    ...(request?.notes ?? []),
    `$${price.input} in${price.cached === undefined ? "" : ` ($${price.cached} from the cache)`} and $${price.output} out for a million tokens`,
  ].join("; ");
}

/** Milliseconds that a move takes, about, by who makes it. */
const moveTimes: Readonly<Record<string, number>> = { strategy: 2, computer: 200, endpoint: 500 };
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

/** The size of a planned league with so many more agents. Refuses with `INVALID_ARGUMENT` one that could not begin. */
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
  const { engine } = definitionOf(settings.game);
  const warning = foreseenRepeats(plan, count);
  return accept({
    pgn: hasRecords(settings.game),
    review: engine !== undefined,
    entrants: count,
    rounds,
    matches,
    games,
    seconds: Math.ceil((games * gameMs(settings, kinds)) / 1000 / atOnce),
    ...(warning === null ? {} : { warning }),
    models: entrants.flatMap(({ name, settings: { model } }) => (model?.request ? [{ name, ...model.request }] : [])),
    most_cost: Math.min(settings.max_cost ?? Number.POSITIVE_INFINITY, mostCost(plan, games, rounds)),
  });
}

/** Tokens of a question, about, beside a prompt of one's own; and of an answer that nothing limits. */
const QUESTION_TOKENS = 1_000;
const ANSWER_TOKENS = 16_000;

/** Dollars for all games, were they played by the dearest models, each move in all its tries. */
function mostCost({ settings, entrants }: NewLeague, games: number, rounds: number): number {
  const costs = entrants.flatMap(({ settings: { model } }) => (model ? [dearestAnswers(model)] : []));
  const answers = Math.ceil(usualPlies(settings) / 2) * defaultModelTimeouts.tries;
  const own = rounds * settings.games_per_match;
  const seats = (place: number) => Math.max(0, Math.min(own, 2 * games - place * own));
  const dearest = costs.toSorted((one, other) => other - one);
  return dearest.reduce((sum, cost, place) => sum + seats(place) * answers * cost, 0);
}

/** Dollars for a question and the longest answers to it. */
function dearestAnswers({ price, request, votes = 1, prompt_text = "" }: ModelSettings): number {
  const limit = /"max_?(?:output_?|completion_?)?tokens":(\d+)/i.exec(request?.sent ?? "")?.[1];
  const inputTokens = QUESTION_TOKENS + prompt_text.length / 3;
  return (votes * (inputTokens * price.input + Number(limit ?? ANSWER_TOKENS) * price.output)) / 1_000_000;
}

function usualPlies({ game, options, longest_game }: LeagueSettings): number {
  const usual = definitionOf(game).usualPlies(options);
  return longest_game === null ? usual : Math.min(usual, 2 * longest_game);
}

function gameMs(settings: LeagueSettings, kinds: readonly Entrant["kind"][]) {
  const { clock, move_seconds } = settings;
  const plies = usualPlies(settings);
  const pace = kinds.reduce((sum, kind) => sum + (moveTimes[kind] ?? SLOW_PACE_MS), 0) / kinds.length;
  const ms = plies * (move_seconds === null ? pace : Math.min(pace, 1_000 * move_seconds));
  return clock ? Math.min(ms, 1_000 * (2 * clock.initial_seconds + plies * clock.increment_seconds)) : ms;
}
