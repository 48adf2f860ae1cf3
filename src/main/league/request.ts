import { z } from "zod";
import type { GameDefinition } from "../../games/game.ts";
import { definitionOf, definitions } from "../../games/register.ts";
import { allowedKey, type EntrantRequest, entrantRequest } from "../../shared/entrants.ts";
import { formatOf, formats, formatsWith, usualTieBreaks } from "../../shared/formats/register.ts";
import { describeIssues } from "../../shared/issues.ts";
import { suiteNames } from "../../shared/league-settings.ts";
import { MOST_ENTRANTS, usualTimes } from "../../shared/leagues.ts";
import { accept, invalid, mapResult, type Result, refuse } from "../../shared/result.ts";
import { clockRequest, whole } from "../../shared/schemas.ts";
import type { Steps } from "../../shared/steps.ts";
import { cleanLine, likeness, NAME_LENGTH, quote } from "../../shared/text.ts";
import { tieBreakCodes } from "../../shared/tie-breaks.ts";
import { newSecret } from "../base/keyed-random.ts";
import { entrantsOf, strategiesOf, strategyNames } from "./entrants.ts";
import { type NewEntrant, type NewLeague, strangerIn } from "./machine/decide.ts";
import { type League, type LeagueOpening, type LeagueSettings, usualDecider } from "./machine/league.ts";
import { randomFor, shuffle } from "./machine/random.ts";
import { gamesOf, type LeagueLength, misfitOfRounds, roundsOf } from "./machine/rounds.ts";
import { isCut, readTrf, type Trf } from "./trf/read.ts";

/** The options of each game that has any: `fen in chess, rounds in odd-even`. */
const optionsOfGames = definitions
  .map(({ kind, options }) => [Object.keys(options.shape), kind] as const)
  .flatMap(([names, kind]) => (names.length > 0 ? [`${names.join(" and ")} in ${kind}`] : []))
  .join(", ");
/** The strategies of any of them, but for `levels`, which is the computer's. */
const strategiesOfGames = [...new Set(definitions.flatMap(strategyNames))].join(", ");
/** The points of a match: `3/1/0, in chess 1/0.5/0`. */
const pointsOfGames = [
  "3/1/0",
  ...definitions.flatMap(({ kind, points }) =>
    points ? [`in ${kind} ${points.win}/${points.draw}/${points.loss}`] : [],
  ),
].join(", ");

/** The formats that are paired by the score. */
const byScore = formatsWith("byScore");
const byScoreTitle = formatsWith("byScore", "title");

/** Characters of a league's name. */
export const LONGEST_NAME = 60;
const MOST_ROUNDS = 10_000;
/** Characters; the games themselves define the format. */
const LONGEST_SUITE = 250_000;
const LONGEST_RECORD = 500_000;
const MOST_EXTRA_GAMES = 20;
const USUAL_ILLEGAL = 20;
const usualIllegal = `Default: ${USUAL_ILLEGAL}; any number if a language model plays`;

const noMoreRoom = `a league has room for ${MOST_ENTRANTS} entrants at most`;
const entrantCount = whole(2, MOST_ENTRANTS, noMoreRoom);

/** The points of a match, in games without points of their own. */
export const usualPoints = { win: 3, draw: 1, loss: 0 } as const;

/** Each below one half: else the bounds of the test change places, and it is decided before it begins. */
const shareSchema = z.number().min(0.001).max(0.49);
const worthSchema = z.number().min(0).max(100);
const dollarsSchema = z.number().positive().max(1_000_000);
const secondsSchema = z.number().min(0.1).max(86_400);
const entrantName = z.string().min(1).max(NAME_LENGTH);
/** One of some words; the first of them where none is given. */
const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) => z.enum(words).default(words[0]);
/** Further apart, the better of two wins practically every game, and the likelihoods are rounding errors. */
const eloSchema = z.number().min(-1_000).max(1_000);

/** The limits on spending in a request for a league. */
const budgetFields = {
  max_cost: dollarsSchema
    .optional()
    .describe("Dollars that its models may cost; then it pauses. Requests under way are paid for."),
  max_tokens: whole(1, 1e12).optional().describe("Tokens that its models may read and write; as above."),
};
/** A request to resume a league: under its budget, or another one. */
export const resumeRequest = z.strictObject(budgetFields);

export const leagueRequest = z.strictObject({
  name: z.string().min(1).max(LONGEST_NAME).default("League").describe("The league's name."),
  game: z
    .enum(definitions.map(({ kind }) => kind))
    .default(definitions[0].kind)
    .describe("Which game."),
  options: z.record(z.string(), z.unknown()).default({}).describe(`The options of each game: ${optionsOfGames}.`),
  format: z
    .enum(formats.map(({ name }) => name))
    .default(formats[0].name)
    .describe("The pairing system."),
  entrants: z
    .array(entrantRequest)
    .max(MOST_ENTRANTS, noMoreRoom)
    .default([])
    .describe("Those that are known beforehand; agents may join later."),
  allow_keys: z
    .array(allowedKey)
    .max(MOST_ENTRANTS)
    .default([])
    .describe("Keys that may be sent to an address that is not their provider's own, each as NAME@ADDRESS."),
  allow_commands: z
    .array(z.string().max(10_000))
    .max(MOST_ENTRANTS)
    .default([])
    .describe("Commands that may be run for entrants, each with its arguments."),
  players: entrantCount.optional().describe("Fill up to so many entrants with those that move by themselves."),
  strategy: z
    .string()
    .max(NAME_LENGTH)
    .default("mixed")
    .describe(`How those that fill up \`players\` play: mixed, or one of the game's: ${strategiesOfGames}.`),
  games_per_match: whole(1, 100)
    .optional()
    .describe("Games of a match; the sides change with each. Default 1, with openings 2."),
  best_of: z.boolean().default(false).describe("End a match as soon as nobody can catch up."),
  rounds: whole(1, MOST_ROUNDS, `a league has ${MOST_ROUNDS} rounds at most`)
    .optional()
    .describe("How many rounds; as many as the format has where left out."),
  points: z
    .strictObject({ win: worthSchema, draw: worthSchema, loss: worthSchema, bye: worthSchema.optional() })
    .refine(({ win, draw, loss }) => win > draw && draw >= loss, {
      error: "a win must be worth more than a draw, and a draw no less than a loss",
    })
    .optional()
    .describe(
      `Points of a match: win above draw, draw no less than loss. Default ${pointsOfGames}. bye, in ${byScore}: of one that nobody asked for, if not those of a win.`,
    ),
  tie_breaks: z
    .array(z.enum(tieBreakCodes))
    .min(1)
    .refine((codes) => new Set(codes).size === codes.length, { error: "a tie-break is named twice" })
    .optional()
    .describe(
      `The tie-breaks for equal points, in this order, by FIDE's codes; then lots are drawn. Default ${usualTieBreaks}.`,
    ),
  forbidden_pairs: z
    .array(
      z.strictObject({
        names: z.array(entrantName).min(2).max(MOST_ENTRANTS),
        from_round: whole(1, MOST_ROUNDS).default(1),
        to_round: whole(1, MOST_ROUNDS).optional(),
      }),
    )
    .max(MOST_ENTRANTS)
    .default([])
    .describe(`${byScore}: entrants by name that do not meet each other while that can be avoided.`),
  byes: z
    .array(
      z.strictObject({
        name: entrantName,
        round: whole(1, MOST_ROUNDS),
        worth: oneOf(["half", "none", "full"]).describe("half: what a draw is worth; full: a win."),
      }),
    )
    .max(10_000)
    .default([])
    .describe(`${byScore}: entrants by name that sit a round out.`),
  late_entries: z
    .strictObject({
      rounds: whole(1, MOST_ROUNDS).describe("Until this round is over."),
      worth: oneOf(["none", "half"]).describe("Of each round that was missed; half: a draw's worth."),
    })
    .optional()
    .describe(`${byScore}: entrants may still join after the start.`),
  decider: z
    .strictObject({
      last: oneOf(["lot", "armageddon"]).describe(
        "armageddon: one more game, in which a draw is a win for the second seat.",
      ),
      extra_games: whole(0, MOST_EXTRA_GAMES)
        .optional()
        .describe("Games before it, until one is won. Default 4 before a lot, none before an Armageddon."),
      extra_pairs: whole(1, MOST_EXTRA_GAMES / 2)
        .optional()
        .describe("In place of those games: pairs with the sides reversed, until one is won."),
      time_odds: z
        .number()
        .min(0.1)
        .max(1)
        .optional()
        .describe("armageddon with a clock: the second seat's share of the time. Default 0.8."),
    })
    .optional()
    .describe(`${formatsWith("eliminates")}: what a match that stays level comes to.`),
  clock: clockRequest.optional().describe("A clock for each game, with an increment after each move."),
  move_seconds: secondsSchema
    .optional()
    .describe("Longest time for a move, usually 300, with a person 3600; a later move is missed."),
  concurrency: whole(1, 256).default(4).describe("Matches that are played at once."),
  legal_moves: oneOf(["shown", "hidden"]).describe("Whether answers list the legal moves."),
  max_illegal: whole(1, 1_000).optional().describe(`Illegal moves that lose a game. ${usualIllegal}.`),
  longest_game: whole(1, 10_000)
    .optional()
    .describe("Moves of each side after which a game is a draw, which is not rated."),
  invite_seconds: secondsSchema.optional().describe("How long an agent has to come to its match, usually 120."),
  misses: whole(1, 100).default(3).describe("Missed matches in a row after which an agent is out."),
  max_entrants: entrantCount.optional().describe("Room for how many."),
  openings: z
    .strictObject({
      text: z
        .string()
        .max(LONGEST_SUITE)
        .optional()
        .describe("A suite of your own: EPD, a position a line, or PGN, a game an opening."),
      suite: oneOf(suiteNames).describe(
        "Without text: known openings, starts that nobody knows by heart, or mixed, both in turn.",
      ),
      name: z.string().max(NAME_LENGTH).optional().describe("The suite's name."),
      order: oneOf(["sequential", "random"]).describe("random: by the league's seed."),
      policy: oneOf(["pair", "round"]).describe(
        "pair: the next opening for each pair of games; round: the same for all of a round.",
      ),
    })
    .optional()
    .describe("Start games from these positions, each of them twice with the sides reversed."),
  adjudication: z
    .strictObject({
      resign: z
        .strictObject({ score: whole(1, 20_000), moves: whole(1, 100) })
        .optional()
        .describe("Lost for a side that stands so many centipawns worse after each of the last moves of both."),
      draw: z
        .strictObject({ score: whole(0, 1_000), moves: whole(1, 100), after_move: whole(0, 1_000) })
        .optional()
        .describe(
          "Drawn if neither stood better by more centipawns after each of the last moves of both, from a move on.",
        ),
    })
    .default({})
    .describe("End games by what an engine says of their positions; for games that one plays."),
  referees: z
    .boolean()
    .default(false)
    .describe("Let referees that are servers, and have the person's code (referee.code), run matches between servers."),
  missed_move: oneOf(["forfeit", "random"]).describe(
    "For a move that is late or given up: the game is lost, or a random move is played, until `misses` in a row.",
  ),
  most_by_lot: z
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe("A game is not rated where more than this share of a side's own moves was drawn by lot."),
  on_failure: oneOf(["random", "forfeit", "pause"]).describe(
    "Where no answer of a model brings a move: a random move is played, the game is lost, or the league is paused.",
  ),
  ...budgetFields,
  trf: z
    .string()
    .max(LONGEST_RECORD)
    .optional()
    .describe(`${byScore}: go on where this tournament report (TRF16) ends; its players are the entrants, by name.`),
  sprt: z
    .strictObject({
      elo0: eloSchema.default(0),
      elo1: eloSchema.default(20),
      alpha: shareSchema.default(0.05),
      beta: shareSchema.default(0.05),
    })
    .optional()
    .describe("Of two entrants: end when this sequential test is decided."),
  seed: whole(0, 2 ** 31 - 1)
    .optional()
    .describe("The seed of all random choices, together with a secret that is shown at the end."),
  secret: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "it takes the 64 hexadecimal digits that a league shows when it ends")
    .optional()
    .describe(
      "The secret of a league that is over, to play it again the same way. Whoever knows it foretells all draws.",
    ),
});
export type LeagueRequest = z.infer<typeof leagueRequest>;

/**
 * A playable league, from a request. Refuses with `INVALID_ARGUMENT` and the reason what cannot be: a strategy that the
 * game does not have, a name twice, options that the rules refuse, more entrants than there is room. Yields in between:
 * a suite of openings takes a while.
 */
export function* planLeague(
  request: LeagueRequest,
  random: () => number,
  limits: LeagueLimits = personsLimits,
): Steps<Result<NewLeague>> {
  const definition = definitionOf(request.game);
  const options = definition.options.safeParse(request.options);
  if (!options.success) return invalid(`options of ${definition.kind}: ${describeIssues(options.error)}`);
  const start = definition.rules.start(options.data);
  if (!start.ok) return start;
  const unfit = misfitOf(request, definition);
  if (unfit !== null) return invalid(unfit);
  const name = cleanLine(request.name);
  if (name === "") return invalid("name: it has no visible characters");
  const fieldReading = fieldOf(request, definition);
  if (!fieldReading.ok) return fieldReading;
  const count = fieldReading.value.length;
  if (request.max_entrants !== undefined && count > request.max_entrants)
    return invalid(`entrants: ${count} are more than max_entrants, ${request.max_entrants}`);
  if (request.sprt && request.sprt.elo1 <= request.sprt.elo0) return invalid("sprt: elo1 must be more than elo0");
  if (request.sprt && gamesPerMatch(request) % 2 !== 0)
    return invalid("sprt: it goes by pairs of games, so games_per_match must be even");
  const reading = reportIn(request);
  if (!reading.ok) return reading;
  const report = reading.value;
  const { players, played } = report ?? { players: [], played: 0 };
  const namesakes = new Set(players.flatMap(({ name, original }) => (name === original ? [] : [likeness(original)])));
  const entrants = entrantsOf(fieldReading.value, definition, request, namesakes);
  if (!entrants.ok) return entrants;
  const field = inOrderOf(players, entrants.value);
  if (!field.ok) return field;
  const rounds = request.rounds ?? report?.rounds ?? undefined;
  const points = request.points ?? report?.points;
  const tie_breaks = request.tie_breaks ?? report?.tieBreaks ?? undefined;
  // Records defaults too: a later version may have others.
  const settings = settingsOf(
    {
      ...request,
      ...(report && restrictionsIn(request, report, field.value)),
      rounds,
      points,
      tie_breaks: tie_breaks && [...tie_breaks],
    },
    definition,
    { ...definition.usualOptions, ...options.data },
    random,
  );
  if (played >= roundsOf(settings, Math.max(2, count)) && played > 0)
    return invalid(`trf: all of its ${played} rounds were played; say how many more`);
  if (formatOf(request).eliminates && request.rounds !== undefined)
    return invalid(`rounds: a ${request.format} has as many as it takes; leave them out`);
  const room = roomIn(settings, limits);
  const size = Math.max(2, count, request.max_entrants ?? 0);
  if (size > room) return invalid(tooLarge(settings, size, limits));
  const mostEntrants = request.max_entrants ?? room;
  // The final number of entrants is known at the start.
  const beyond = misfitOfRounds(settings, mostEntrants);
  if (beyond !== null) return invalid(beyond);
  // A name may belong to an entrant that is still to join: it is checked when the league starts.
  const stranger = count === request.max_entrants ? strangerIn(settings, field.value) : null;
  if (stranger !== null) return invalid(stranger);
  const openings = yield* openingsOf(request, definition, settings);
  return mapResult(openings, (suite) => ({
    name,
    settings: {
      ...settings,
      max_entrants: mostEntrants,
      ...(request.max_entrants === undefined ? { unlimited: true as const } : {}),
    },
    entrants: field.value,
    openings: suite,
    past: report?.results ?? [],
  }));
}

/** The largest size of a league. */
type LeagueLimits = Readonly<typeof personsLimits>;
const personsLimits = { entrants: MOST_ENTRANTS, games: 65_536 };
/** An agent's league runs on the person's machine, perhaps with nobody watching. */
export const agentsLimits: LeagueLimits = { entrants: 64, games: 4_096 };

/** The entrants that there is room for, so that all their games stay within a limit; below 2 for none. */
function roomIn(settings: LeagueLength, { entrants, games }: LeagueLimits): number {
  let room = entrants;
  while (room >= 2 && gamesOf(settings, room) > games) room -= 1;
  return room;
}

function tooLarge(settings: LeagueLength, size: number, { entrants, games }: LeagueLimits): string {
  if (size > entrants) return `entrants: this league has room for ${entrants} at most, and ${size} are asked for`;
  const room = roomIn(settings, { entrants, games });
  const fit = room < 2 ? "" : ` So many rounds have room for ${room} entrants.`;
  return `${size} entrants would play ${gamesOf(settings, size)} games, and this league has ${games} at most.${fit} Ask for fewer entrants (max_entrants), rounds or games_per_match`;
}

/** Forbidden pairs and requested byes, from the request and from a tournament report with these entrants. */
function restrictionsIn(
  { forbidden_pairs, byes }: LeagueRequest,
  { apart, byes: absences }: Trf,
  field: readonly NewEntrant[],
): Pick<LeagueRequest, "forbidden_pairs" | "byes"> {
  const nameOf = (player: number): string => field[player - 1]?.name ?? "";
  const pairs = apart.map(({ players, from, to }) => ({
    names: players.map(nameOf),
    from_round: from,
    ...(to === null ? {} : { to_round: to }),
  }));
  const absent = absences.map(({ player, round, worth }) => ({ name: nameOf(player), round, worth }));
  return { forbidden_pairs: [...pairs, ...forbidden_pairs], byes: [...absent, ...byes] };
}

/** The report of the matches played before the league begins; null for none. */
function reportIn({ trf, ...request }: LeagueRequest): Result<Trf | null> {
  if (trf === undefined) return accept(null);
  if (!formatOf(request).byScore) return invalid(`trf: only a ${byScoreTitle} league goes on from a report`);
  const reading = readTrf(trf);
  return reading.ok ? reading : refuse(reading.code, `trf: ${reading.message}`);
}

/**
 * The entrants by the starting ranks of a report, all of whose players have to be among them; others come after. A
 * report may have cut longer names.
 */
function inOrderOf(players: Trf["players"], entrants: readonly NewEntrant[]): Result<readonly NewEntrant[]> {
  const byName = Map.groupBy(entrants, (entrant) => likeness(entrant.name));
  const ranking = new Set<NewEntrant>();
  for (const { name, original, line } of players) {
    const longer = () =>
      isCut(original) ? entrants.filter((each) => likeness(each.name).startsWith(likeness(name))) : [];
    const [entrant, ...others] = byName.get(likeness(name)) ?? longer();
    if (!entrant || ranking.has(entrant)) {
      const why = name === original ? "" : `, as another ${quote(original)} of the report is called here`;
      return invalid(`trf: line ${line}: there is no entrant ${quote(name)}${why}`);
    }
    if (others.length > 0)
      return invalid(`trf: line ${line}: ${quote(name)} is how the names of several entrants begin`);
    ranking.add(entrant);
  }
  return accept([...ranking, ...entrants.filter((entrant) => !ranking.has(entrant))]);
}

/** An opening is for two games. */
const gamesPerMatch = ({ games_per_match, openings }: LeagueRequest): number => games_per_match ?? (openings ? 2 : 1);

/** The contradiction in a request, in words; null where there is none. */
function misfitOf(request: LeagueRequest, definition: GameDefinition): string | null {
  const { openings, adjudication } = request;
  if ((adjudication.resign || adjudication.draw) && !definition.engine)
    return `adjudication: no engine tells the score of a position in ${definition.kind}; longest_game ends games of any kind`;
  if (!formatOf(request).byScore) {
    const alone = (["forbidden_pairs", "byes"] as const).find((name) => request[name].length > 0);
    if (alone !== undefined)
      return `${alone}: only a ${byScoreTitle} league pairs by the score, and can leave somebody out`;
    if (request.points?.bye !== undefined)
      return `points.bye: only a ${byScoreTitle} league has byes that are worth something`;
    if (request.late_entries)
      return `late_entries: only a ${byScoreTitle} league is paired round by round; the schedule of a ${request.format} is settled at its start`;
  }
  if (request.late_entries && request.sprt) return "late_entries: a sequential test (sprt) is between two entrants";
  const misfit = misfitOfDecider(request, definition);
  if (misfit !== null) return misfit;
  if (!openings) return null;
  if (!definition.openings) return `openings: games of ${definition.kind} always start alike`;
  if (openings.text !== undefined && openings.suite !== "built-in")
    return "openings.suite: text is a suite of your own. Leave one of the two out";
  return gamesPerMatch(request) % 2 === 0
    ? null
    : "openings: each is played twice with the sides reversed, so games_per_match must be even";
}

/** The part of a decider that does not fit the other settings, in words; null where all does. */
function misfitOfDecider(
  { decider, clock, openings, sprt, ...request }: LeagueRequest,
  definition: GameDefinition,
): string | null {
  if (!decider) return null;
  const { last, extra_games, extra_pairs, time_odds } = decider;
  if (!formatOf(request).eliminates)
    return `decider: only in a ${formatsWith("eliminates")} has somebody to win each match`;
  if (extra_games !== undefined && extra_pairs !== undefined)
    return "decider: extra_games or extra_pairs, not both of them";
  if (last === "armageddon" && definition.simultaneous)
    return `decider: in ${definition.kind} both choose at once, so that nobody has a first move which a draw could make up for. Ask for extra_games or extra_pairs, and at last the lot`;
  if (time_odds !== undefined && (last !== "armageddon" || !clock))
    return "decider.time_odds: this is for an Armageddon in a league with a clock";
  return (openings || sprt) && (extra_games ?? 0) % 2 === 1
    ? "decider.extra_games: openings and sprt go by pairs of games, so they must be even"
    : null;
}

/** The openings in the order of play. */
function* openingsOf(
  { openings: source, options }: LeagueRequest,
  definition: GameDefinition,
  settings: LeagueSettings,
): Steps<Result<readonly LeagueOpening[]>> {
  if (!source || !definition.openings) return accept([]);
  const suite =
    source.text === undefined
      ? accept(definition.openings.suites[source.suite]())
      : yield* definition.openings.readSuite(source.text);
  if (!suite.ok) return refuse(suite.code, `openings: ${suite.message}`);
  const clash = Object.keys(options).find((name) => suite.value.some((start) => Object.hasOwn(start.options, name)));
  if (clash !== undefined) return invalid(`options.${clash}: the openings say this. Leave one of the two out`);
  const starts = source.order === "random" ? shuffle(suite.value, randomFor(settings, "openings")) : suite.value;
  return accept(starts.map((start, index) => ({ ...start, number: index + 1 })));
}

function settingsOf(
  request: LeagueRequest,
  definition: GameDefinition,
  options: LeagueSettings["options"],
  random: () => number,
): LeagueSettings {
  const { entrants, referees, name: _, players: __, strategy: ___, trf: ____, ...rest } = request;
  const { allow_keys: _____, allow_commands: ______, ...asked } = rest;
  const { clock, openings, adjudication } = asked;
  const usual = usualTimes(entrants.some(({ kind }) => kind === "human"));
  return {
    ...asked,
    options,
    games_per_match: gamesPerMatch(request),
    rounds: request.rounds ?? null,
    points: request.points ?? definition.points ?? usualPoints,
    tie_breaks: request.tie_breaks ?? formatOf(request).tieBreaks,
    forbidden_pairs: request.forbidden_pairs.map((pair) => ({ ...pair, to_round: pair.to_round ?? null })),
    late_entries: request.late_entries ?? null,
    decider: deciderOf(request),
    clock: clock ?? null,
    move_seconds: request.move_seconds ?? usual.move,
    // A model's unusable answers have a setting of their own.
    max_illegal:
      request.max_illegal ?? (entrants.some(({ kind }) => kind === "llm" || kind === "command") ? null : USUAL_ILLEGAL),
    longest_game: request.longest_game ?? null,
    adjudication: { resign: adjudication.resign ?? null, draw: adjudication.draw ?? null },
    max_cost: request.max_cost ?? null,
    max_tokens: request.max_tokens ?? null,
    openings: openings ? { suite: suiteName(openings), order: openings.order, policy: openings.policy } : null,
    invite_seconds: request.invite_seconds ?? usual.invite,
    max_entrants: request.max_entrants ?? MOST_ENTRANTS,
    ...(referees ? { referees: true } : {}),
    sprt: request.sprt ?? null,
    measure: null,
    seed: request.seed ?? Math.floor(random() * 2 ** 31),
    secret: request.secret ?? newSecret(),
  };
}

/** The plan of a league like another one, with a number in its name, a new seed, and named agents yet to come. */
export function planAgain({ name, settings, entrants, openings }: League, random: () => number): NewLeague {
  const starters = entrants.filter(({ takenOut, late }) => !takenOut && !late);
  const [, base = name, number = 1] = /^(.*\S) (\d{1,5})$/.exec(name) ?? [];
  return {
    name: `${base.slice(0, LONGEST_NAME - 6)} ${Number(number) + 1}`,
    settings: { ...settings, seed: Math.floor(random() * 2 ** 31), secret: newSecret() },
    // One that left and joined again under its name has the place that it had first.
    entrants: [...new Map(starters.map((entrant) => [likeness(entrant.name), entrant])).values()].map(
      ({ kind, name, settings, identity }) => ({ kind, name, settings, identity, reserved: kind === "agent" }),
    ),
    openings,
    past: [],
  };
}

/** The settings of a league that asks for nothing, with the seed 0. */
export const usualSettings = (definition: GameDefinition): LeagueSettings =>
  settingsOf(
    leagueRequest.parse({ game: definition.kind, seed: 0 }),
    definition,
    { ...definition.usualOptions },
    Math.random,
  );

/** The odds of an Armageddon are those of FIDE's World Cup of 2015: five minutes against four. */
function deciderOf({ format, decider, clock }: LeagueRequest): LeagueSettings["decider"] {
  if (!formatOf({ format }).eliminates) return null;
  if (!decider) return usualDecider;
  const { last, extra_games, extra_pairs, time_odds = 0.8 } = decider;
  const usual = last === "lot" ? usualDecider.extra_games : 0;
  return {
    last,
    ...(extra_pairs === undefined ? { extra_games: extra_games ?? usual } : { extra_pairs }),
    ...(last === "armageddon" && clock ? { time_odds } : {}),
  };
}

const suiteName = ({ name, text, suite }: NonNullable<LeagueRequest["openings"]>): string =>
  cleanLine(name ?? "") || (text === undefined ? suite : "given");

/** The named entrants, and others that fill up the field: the game's strategies in turn, or the computer's levels. */
function fieldOf(
  { entrants, players, strategy }: LeagueRequest,
  definition: GameDefinition,
): Result<readonly EntrantRequest[]> {
  if (players === undefined) return accept(entrants);
  if (players < entrants.length)
    return invalid(`players: ${players} are fewer than the ${entrants.length} entrants that are named`);
  const strategies = strategyNames(definition);
  if (strategy !== "mixed" && !strategies.includes(strategy))
    return invalid(
      `strategy: ${definition.kind} has no strategy ${JSON.stringify(strategy)}. It has ${strategiesOf(definition)}, or mixed`,
    );
  const levels = definition.engine ? Array.from({ length: 10 }, (_, index) => index + 1) : [];
  const kinds: readonly EntrantRequest[] = [
    ...(strategy === "mixed" ? strategies : [strategy]).map(
      (name): EntrantRequest => ({ kind: "strategy", strategy: name }),
    ),
    ...(strategy === "mixed" ? levels : []).map((level): EntrantRequest => ({ kind: "computer", level })),
  ];
  const fillers = Array.from({ length: players - entrants.length }, (_, index) => kinds[index % kinds.length]);
  return accept([...entrants, ...fillers.flatMap((each) => each ?? [])]);
}
