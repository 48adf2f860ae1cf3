import { readOptions } from "../../main/start/read-options.ts";
import { type OptionValues, optionHelp } from "../../shared/command-options.ts";
import type { Fields } from "../../shared/fields.ts";
import { accept, invalid, type Result, type ValueOf } from "../../shared/result.ts";
import { hostOptions, hostOptionsIn } from "../command.ts";
import { measureFileOptions, readFiles } from "../files.ts";
import { type EntrantsFile, readEntrantsFile } from "../league/entrants-file.ts";
import * as options from "../request-options.ts";
import { optionsNamed, textOption, wholeOption } from "../request-options.ts";

export type MeasureOptions = ValueOf<ReturnType<typeof readMeasureOptions>>;

/** The options that say a field of the request each, besides those of models. */
const measureOptions = {
  ...optionsNamed(wholeOption, "within ELO", "games N"),
  ...optionsNamed(textOption, "game GAME"),
  ...options.openingsOption,
  ...options.timeOptions,
  ...options.limitOptions,
  ...options.repeatOptions,
  ...options.failureOptions,
} as const;
const entrantOptions = {
  "entrant FILE": "the entrant to measure: a file with one of those that examples/entrants.json shows",
  ...options.consentOptions,
  join: "an agent that joins; prints what to paste into it",
  resume: "continue the newest measurement that was stopped; with --max-cost or --max-tokens, under a new limit",
  plan: "print how many games are played at most, what its model is sent and costs at most; play nothing",
} as const;
const outputOptions = {
  "review N": "review this many of the games with the engine at the end (default 10; 0 for none)",
  ...measureFileOptions,
  ...hostOptions,
} as const;
const measureFlags = { ...entrantOptions, ...measureOptions, ...outputOptions } as const;

export async function usage(): Promise<string> {
  const { fieldHelp } = await import("../../main/commands/field-help.ts");
  const { definitions } = await import("../../games/register.ts");
  const measured = definitions.filter(({ engine }) => engine && engine.levelRatings.length > 0);
  const all = {
    ...measureFlags,
    "game GAME": `one whose levels were measured: ${measured.map(({ kind }) => kind).join(", ")}`,
  };
  return `Usage: kibitz measure --entrant FILE | --join | --resume [options]
In a checkout: npm run measure -- …

How strong is it? Plays pairs of games against the computer's levels and a random player, whose strength was measured,
each time the most informative one, until the 95 % interval is narrow enough.

${optionHelp(all, fieldHelp("measure"))}

Stopped halfway, nothing is lost: --resume continues. Exit code: 0 when it is measured; 1 if it is not; 2 for a wrong
option.
`;
}

/** Games to review by default: a few seconds each. */
const USUAL_REVIEW = 10;
/** Seconds that an agent has to come to a match, and how many it may miss: a person's may be away at times. */
const inviteSettings = { invite_seconds: 600, misses: 100 };

/** Reads the command line. Refuses with `INVALID_ARGUMENT` and one sentence. */
export function readMeasureOptions(argv: readonly string[]) {
  const reading = readOptions("measure", argv, measureFlags);
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

type MeasureValues = OptionValues<typeof measureFlags>;

function requestOf(values: MeasureValues): Result<Fields> {
  const plain = options.readRequest(measureOptions, values);
  const request = plain.ok ? options.withOpenings(plain.value, values.openings) : plain;
  if (!request.ok) return request;
  const { "allow-key": allow_keys = [], "allow-command": allow_commands = [] } = values;
  const entrants = values.entrant === undefined ? accept([]) : readOne(values.entrant);
  if (!entrants.ok) return entrants;
  const waits = values.join ? inviteSettings : {};
  return accept({
    ...waits,
    ...request.value,
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
