import { decodeTrf } from "../../main/base/decode-trf.ts";
import type { Fields } from "../../shared/fields.ts";
import { foreignKey } from "../../shared/foreign-key.ts";
import { formats, formatsWith, usualTieBreaks } from "../../shared/formats/register.ts";
import { accept, invalid, type Refusal, type Result, type ValueOf } from "../../shared/result.ts";
import { tieBreakCodes } from "../../shared/tie-breaks.ts";
import { consentFlags, type FlagValues, gameNames, hostFlags, hostOptionsIn, readFlags, texts } from "../command.ts";
import { fileFlags, fileHelp, readFiles, readNamed } from "../files.ts";
import { modelEntrants, modelHelp, modelOptions } from "../models.ts";
import * as options from "../request-options.ts";
import { type EntrantsFile, readEntrantsFile } from "./entrants-file.ts";
import type { ServersRequest } from "./servers.ts";

export type LeagueOptions = ValueOf<ReturnType<typeof readLeagueOptions>>;

const byScore = formatsWith("byScore");
const eliminates = formatsWith("eliminates");

export const usage =
  async (): Promise<string> => `Usage: kibitz league [options], or in a checkout: npm run league -- [options]
       kibitz league --resume ID [output options]: continues one that was stopped or paused
       kibitz league show ID [--match N]: what became of a league, and why (kibitz league show --help)
       kibitz league export ID --games FILE …: files of a league that was played (kibitz league export --help)
       kibitz league reissue ID N: a new token for the agent of a place that lost its own
       kibitz league pause ID, finish ID, cancel ID: stops one (finish: once the matches that have begun are over)
       kibitz league watch ID: addresses at which spectators elsewhere follow one
       kibitz league webhook ID URL: sends its events to a program

Sets a league up, runs it and prints the table after every round and the champion. Joins the Kibitz that runs in the
data folder, or starts one for as long as the league lasts.

  kibitz league --players 6 --strategy random
  kibitz league --entrants examples/entrants.json --format ${byScore} --rounds 5 --clock 1+1
  kibitz league --strategy llm --model anthropic/MODEL --model openai/MODEL --games-per-match 2 --pgn games.pgn

Entrants:
  --players N            the number of entrants (default 4, or those of --entrants)
  --strategy NAME        how they play: mixed (default), or one of the game's: ${(await gameNames()).strategies}; llm for the
                         language models of --model
${modelHelp}
  --servers              start them as programs of their own, which register themselves (league.v1): a process each, at the
                         ports from 8101 on
  --referees N           with --servers: start this many referees as well, at the ports from 8001 on, which run the matches;
                         PLAYER_PORT and REFEREE_PORT are the first of either where they are set
  --let-referees         let referees that you gave the code in referee.code (kibitz referee) run matches of servers
  --entrants FILE        a JSON list of entrants of each kind; see examples/entrants.json
  --allow-key NAME@URL   with --entrants: allow this key to be sent to that address, which is not its provider's own
  --allow-command LINE   with --entrants: allow this command of theirs to be run, which is given with its arguments
  --on-failure HOW       when a model gives no usable move: random (default) plays a random one; forfeit loses the game;
                         pause stops the league until you resume it
  --max-cost DOLLARS, --max-tokens N  pause the league once its models have cost or used this much in total; requests
                         already under way are still paid for

Format:
  --plan                 print what would be played, how long it takes, what its models are sent and cost at most; play nothing
  --name TEXT            the league's name
  --format FORMAT        ${formats.map(({ name }, index) => (index === 0 ? `${name} (default)` : name)).join(", ")}
  --rounds N             the number of rounds; by default, as many as the format has
  --games-per-match N    games of a match, sides changing with each (default 1)
  --points W,D,L[,BYE]   points of a match for a win, a draw and a loss; and for a bye in ${byScore}, if not those of a win
  --tie-breaks LIST      the tie-breaks for equal points, in this order: ${tieBreakCodes.join(", ")}; then lots are drawn
                         (default ${usualTieBreaks})
  --decider HOW          ${eliminates}: how a match that stays level is decided: lot (default), or armageddon, one more
                         game in which a draw is a win for the second seat
  --extra-games N        ${eliminates}: games before that, until one is won (default 4 before a lot, none before an Armageddon)
  --extra-pairs N        ${eliminates}: pairs of games with the sides reversed in their place, until one is won
  --time-odds SHARE      with --decider armageddon and --clock: the second seat's share of the time (default 0.8)
  --apart "A|B"          ${byScore}: these entrants meet only if no other pairing is left; repeat it for others
  --bye "NAME|R[|WORTH]"  ${byScore}: this entrant sits round R out, for half (default), none or full points; repeat it for others
  --late-entries N[,half]  ${byScore}: entrants may still join until round N is over; rounds that they missed are worth
                         nothing, or with half, as much as a draw
  --best-of              end a match as soon as nobody can catch up
  --sprt ELO0,ELO1[,α,β]  of two entrants: end when this sequential test is decided (α and β: 0.05)
  --from-trf FILE        ${byScore}: go on where this tournament report ends; its players are the entrants, by name

Time:
  --clock M+S            a clock for each game: minutes, and seconds for each move, such as 1+1
  --move-seconds S       time limit per move (default 300, with a person 3600)
  --missed-move HOW      when a move is late or not made: forfeit (default) loses the game; random plays a random one
  --concurrency N        matches that are played at once (default 4)

Games:
  --game GAME            ${(await gameNames()).games}
  --options JSON         the options of each game, such as '{"rounds": 9}'
  --openings FILE        start games from these positions, each of them twice with the sides reversed: EPD or PGN, or
                         built-in for known ones, shuffled for starts that nobody knows by heart, mixed for both in turn
  --openings-order ORDER  sequential (default), random
  --openings-policy P    pair (default): the next opening for each pair of games; round: one for all of a round
  --longest-game N       moves of each side after which a game is a draw, not rated
  --resign CP,N          lost for a side that is CP centipawns worse after each of the last N moves of both
  --draw CP,N,M          drawn if neither side was CP centipawns better after each of the last N moves, past move M
  --max-illegal N        illegal moves that lose a game (default 20; any number if a language model plays)

  --webhook URL          send its events there, signed (kibitz league webhook --help)

Repeating it:
  --seed N               the seed of all random choices, together with a secret that is shown at the end
  --secret HEX           the secret of a league that is over: with its seed, strategies play it again the same way

Output:
  --review N             review this many of the games with the engine at the end, and report how well each played
${fileHelp(25)}
  --json                 print one JSON object at the end, and nothing else, on standard output

This program:
  --data-dir DIR, --port PORT, --calls-per-second N, --log-format FORMAT   as for kibitz headless
  --debug                log what the host does, on standard error: each call to a player that is a server or a model with
                         what it was asked and answered, and why somebody forfeits; the Kibitz that runs already has a
                         log of its own (KIBITZ_LOG_LEVEL=debug)
  --help                 print this

Exit code: 0 when the league is complete; 1 if it is not; 2 for a wrong option.
`;

const flags = {
  ...texts("resume", "referees", "entrants", "from-trf"),
  ...modelOptions,
  model: { type: "string", multiple: true },
  price: { type: "string", multiple: true },
  servers: { type: "boolean" },
  plan: { type: "boolean" },
  ...consentFlags,
  ...options.leagueOptions,
  ...options.openingsFlags,
  ...texts("review", "webhook"),
  ...fileFlags,
  ...hostFlags,
} as const;

const USUAL_PLAYERS = 4;
/** More than any league takes, as the host will say. */
const MOST_MODELS = 1_000;

/** Reads the command line. Refuses with `INVALID_ARGUMENT` and one sentence; the host checks the league itself. */
export function readLeagueOptions(argv: readonly string[]) {
  const reading = readFlags("league", argv, flags);
  if (!reading.ok) return reading;
  const values = reading.value.values;
  const request = options.readRequest(options.leagueOptions, values);
  if (!request.ok) return request;
  const openings = options.readOpenings(values);
  if (!openings.ok) return openings;
  const record =
    values["from-trf"] === undefined ? accept(undefined) : readNamed("from-trf", values["from-trf"], decodeTrf);
  if (!record.ok) return record;
  const { review = "0" } = values;
  if (!/^\d{1,4}$/.test(review)) return options.refuseValue("review", "a whole number", review);
  const files = readFiles(values);
  if (!files.ok) return files;
  const entrants = readEntrantsOf(values);
  if (!entrants.ok) return entrants;
  const field = entrants.value?.entrants ?? [];
  const withModels = readModels(
    values,
    {
      name: "League from the command line",
      ...(entrants.value
        ? { entrants: field, allow_keys: values["allow-key"] ?? [], allow_commands: values["allow-command"] ?? [] }
        : { players: USUAL_PLAYERS }),
      ...request.value,
      ...openings.value,
      ...(record.value === undefined ? {} : { trf: record.value }),
    },
    field,
  );
  if (!withModels.ok) return withModels;
  const resume = readResume(values);
  if (!resume.ok) return resume;
  const servers = readServers(values, withModels.value, field.length);
  if (!servers.ok) return servers;
  return accept({
    ...hostOptionsIn(values),
    /** The body of `POST /api/leagues`. */
    request: servers.value?.request ?? withModels.value,
    /** The id of the league to continue in place of a new one, and its new budget if there is one. */
    resume: resume.value,
    /** The parts that are started as processes of their own; null for none. */
    servers: servers.value?.servers ?? null,
    /** The text of a refusal of the host, with an entrant's place in its file. */
    inFile: (refusal: Refusal) => inFile(refusal, entrants.value),
    files: files.value,
    /** The number of games that the engine reviews at the end. */
    review: Number(review),
    /** The address that its events are sent to. */
    webhook: values.webhook,
    /** Whether the league is only described, and not created. */
    plan: values.plan ?? false,
  });
}

type Values = FlagValues<typeof flags>;
/** Options for continuing a league; all others are settled. */
const whenResumed: ReadonlySet<string> = new Set([
  "resume",
  ...Object.keys({ review: true, ...options.budgetOptions, ...fileFlags, ...hostFlags }),
]);

function readResume(values: Values): Result<{ readonly id: string; readonly budget: Fields } | null> {
  const { resume: id } = values;
  if (id === undefined) return accept(null);
  if (!/^\d{1,20}$/.test(id)) return options.refuseValue("resume", "the number of a league", id);
  const other = Object.keys(values).find((name) => !whenResumed.has(name));
  if (other !== undefined)
    return invalid(`--${other} is for a new league: what league ${id} is played under is settled.`);
  const budget = options.readRequest(options.budgetOptions, values);
  return budget.ok ? accept({ id, budget: budget.value }) : budget;
}

/** Reads the request, with language models placed among the other entrants as a file would. */
function readModels(values: Values, request: Fields, field: EntrantsFile["entrants"]): Result<Fields> {
  const { strategy, ...rest } = request;
  if (strategy !== "llm") {
    const flag = Object.keys(modelOptions).find((name) => Object.hasOwn(values, name));
    return flag === undefined ? accept(request) : invalid(`--${flag} is for --strategy llm.`);
  }
  const places = Number(request["players"] ?? field.length) - field.length;
  const models = modelEntrants(values, Math.min(Math.max(0, places), MOST_MODELS));
  if (!models.ok) return models;
  // The writer of the command names the key and the address.
  const keys = models.value.flatMap((each) => foreignKey(each.provider, each.base_url, each.key_env)?.text ?? []);
  const allow_keys = [...new Set([...(values["allow-key"] ?? []), ...keys])];
  return accept({ ...rest, entrants: [...field, ...models.value], allow_keys });
}

/** Reads the parts to start as processes, and the request without them: the league waits for that many to register. */
function readServers(
  { servers, referees = "0" }: Values,
  { players = 0, strategy = "mixed", ...request }: Fields,
  entrantCount: number,
): Result<{ readonly servers: ServersRequest; readonly request: Fields } | null> {
  if (!/^\d{1,2}$/.test(referees)) return options.refuseValue("referees", "a whole number below 100", referees);
  if (!servers) return referees === "0" ? accept(null) : invalid("--referees is for --servers: they call players.");
  const count = Number(players) - entrantCount;
  if (count < 1) return invalid("--servers is for the places of --players that nobody has.");
  const plan = { players: count, strategy: String(strategy), referees: Number(referees) };
  return accept({
    servers: plan,
    request: { ...request, max_entrants: Number(players), ...(plan.referees > 0 ? { referees: true } : {}) },
  });
}

function readEntrantsOf({ entrants: file, "allow-key": keys, "allow-command": commands }: Values) {
  if (file !== undefined) return readEntrantsFile("entrants", file);
  return (keys ?? commands) === undefined
    ? accept(null)
    : invalid("--allow-key and --allow-command are for --entrants.");
}

/** The mistakes of a refusal, a line each: those of entrants of a file by its lines, `FILE, line 7: strategy: …`. */
function inFile({ message, mistakes }: Refusal, source: EntrantsFile | null): string {
  const lines = (mistakes ?? []).map(({ path: [, index, ...fields], reason }) => {
    const text = [...fields, reason].join(": ");
    // Entrants from other options have no line.
    if (!source || Number(index) >= source.entrants.length) return text;
    return `${source.file}, line ${source.lineOf(Number(index), ...fields.map(String))}: ${text}`;
  });
  return lines.length === 0 ? message : [...new Set(lines)].join("\n");
}
