import type { Fields } from "../../shared/fields.ts";
import { accept, invalid, type Result, type ValueOf } from "../../shared/result.ts";
import { consentFlags, type FlagValues, gameNames, hostFlags, hostOptionsIn, readFlags, texts } from "../command.ts";
import { fileFlags, measureFileHelp, readFiles } from "../files.ts";
import { type EntrantsFile, readEntrantsFile } from "../league/entrants-file.ts";
import * as options from "../request-options.ts";

export type MeasureOptions = ValueOf<ReturnType<typeof readMeasureOptions>>;

export const usage = async (): Promise<string> => `Usage: kibitz measure --entrant FILE | --join | --resume [options]
In a checkout: npm run measure -- …

How strong is it? Plays pairs of games against the computer's levels and a random player, whose strength was measured,
each time the most informative one, until the 95 % interval is narrow enough.

  --entrant FILE      the entrant to measure: a file with one of those that examples/entrants.json shows
  --allow-key NAME@URL  allow this key to be sent to that address, which is not its provider's own
  --allow-command LINE  allow this command of an entrant to be run, which is given with its arguments
  --join              an agent that joins; prints what to paste into it
  --resume            continue the newest measurement that was stopped
  --plan              print how many games are played at most, what its model is sent and costs at most; play nothing
  --on-failure HOW    when a model gives no usable move: random (default), forfeit or pause
  --max-cost DOLLARS, --max-tokens N  pause once the model has cost or used this much; with --resume, the new limit
  --within ELO        until the 95 % interval, from end to end, is narrower than that (default 200: ± 100);
                      says beforehand how many games that takes
  --games N           or until this many games, an even number, are played (default 200)
  --game GAME         ${(await gameNames()).measured}
  --openings FILE     start each pair from one of these positions: EPD or PGN (default: the game's own suite)
  --clock M+S         a clock for each game: minutes, and seconds for each move, such as 1+1
  --move-seconds S    time limit per move (default 300)
  --longest-game N    moves of each side after which a game does not count: 300 or more
  --max-illegal N     illegal moves that lose a game (default 20; any number for a language model)
  --review N          review this many of the games with the engine at the end (default 10; 0 for none)
  --seed N            the seed of all random choices, together with a secret that is shown at the end
  --secret HEX        the secret of a measurement that is over, to repeat its random choices with its seed
  --json              print one JSON object at the end, and nothing else, on standard output
${measureFileHelp(22)}
  --data-dir DIR, --port PORT, --calls-per-second N, --log-format FORMAT   as for kibitz headless
  --debug             log what the host does, on standard error
  --help              print this

Stopped halfway, nothing is lost: --resume continues. Exit code: 0 when it is measured; 1 if it is not; 2 for a wrong
option.
`;

/** The options that say a field of the request each. */
const measureOptions = {
  ...options.commonOptions,
  ...options.alike(options.whole, "within", "games"),
} as const;
const flags = {
  ...texts("entrant", "review"),
  ...consentFlags,
  join: { type: "boolean" },
  plan: { type: "boolean" },
  resume: { type: "boolean" },
  openings: options.openingsFlags.openings,
  ...fileFlags,
  ...measureOptions,
  ...hostFlags,
} as const;
/** Games to review by default: a few seconds each. */
const USUAL_REVIEW = 10;
/** Seconds that an agent has to come to a match, and how many it may miss: a person's may be away at times. */
const patience = { invite_seconds: 600, misses: 100 };

/** Reads the command line. Refuses with `INVALID_ARGUMENT` and one sentence. */
export function readMeasureOptions(argv: readonly string[]) {
  const reading = readFlags("measure", argv, flags);
  if (!reading.ok) return reading;
  const values = reading.value.values;
  const ways = [values.entrant !== undefined, values.join, values.resume].filter(Boolean).length;
  if (ways !== 1 && !values.help)
    return invalid("one of --entrant FILE, --join and --resume is needed, to say who is measured.");
  const { review } = values;
  if (review !== undefined && !/^\d{1,4}$/.test(review)) return options.refuseValue("review", "a whole number", review);
  const { games: _, ...named } = values;
  const files = readFiles(named);
  if (!files.ok) return files;
  const budget = options.readRequest(options.budgetOptions, values);
  if (!budget.ok) return budget;
  if (values.resume && values.plan) return invalid("--plan is for a measurement that is still to begin.");
  const request = values.resume || values.help ? accept(null) : requestOf(values);
  if (!request.ok) return request;
  return accept({
    ...hostOptionsIn(values),
    /** The body of `POST /api/leagues/measure`; null to continue a stopped one. */
    request: request.value,
    /** Whether only the plan is printed. */
    plan: values.plan ?? false,
    budget: budget.value,
    files: files.value,
    /** The number of games that the engine reviews at the end. */
    review: review === undefined ? USUAL_REVIEW : Number(review),
  });
}

type Values = FlagValues<typeof flags>;

function requestOf(values: Values): Result<Fields> {
  const request = options.readRequest(measureOptions, values);
  if (!request.ok) return request;
  const openings = options.readOpenings(values);
  if (!openings.ok) return openings;
  const { "allow-key": allow_keys = [], "allow-command": allow_commands = [] } = values;
  const entrants = values.entrant === undefined ? accept([]) : readOne(values.entrant);
  if (!entrants.ok) return entrants;
  const waits = values.join ? patience : {};
  return accept({
    ...waits,
    ...request.value,
    ...openings.value,
    entrants: entrants.value,
    allow_keys,
    allow_commands,
  });
}

/** One entrant, or a list with one. */
function readOne(file: string): Result<EntrantsFile["entrants"]> {
  const reading = readEntrantsFile("entrant", file);
  if (!reading.ok) return reading;
  const { entrants } = reading.value;
  if (entrants.length !== 1) return invalid(`${file} has ${entrants.length} entrants, and one is measured at a time.`);
  return accept(entrants);
}
