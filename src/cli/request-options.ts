import { basename } from "node:path";
import { byeIn, keptApartIn } from "../shared/absences.ts";
import { type Fields, isFields, jsonIn, recordBy } from "../shared/fields.ts";
import { suiteNames } from "../shared/league-settings.ts";
import { accept, invalid, type Result } from "../shared/result.ts";
import { tieBreakCodes, tieBreakIn } from "../shared/tie-breaks.ts";
import { texts } from "./command.ts";
import { readNamed } from "./files.ts";

/** An option that says one field of a request for a league, which the host checks. */
export interface RequestOption {
  readonly type: "string" | "boolean";
  /** Whether it may be repeated: then the field is a list. */
  readonly multiple?: boolean;
  /** The path of the field, with dots. */
  readonly field: string;
  /** The values that it takes, in words. */
  readonly takes: string;
  /** Reads its text; null where it is something else. */
  readonly parse: (text: string) => unknown;
}

/** An option that takes a text, which may be read in some way: null for one that is none of `takes`. */
export const text = (field: string, parse: RequestOption["parse"] = (value) => value, takes = ""): RequestOption => ({
  type: "string",
  field,
  takes,
  parse,
});
const flag = (field: string): RequestOption => ({ ...text(field), type: "boolean" });
export const number = (field: string, form: RegExp, takes: string) =>
  text(field, (value) => (form.test(value) ? Number(value) : null), takes);
export const whole = (field: string): RequestOption => number(field, /^\d{1,10}$/, "a whole number");
/** Options that have the names of their fields, but for the dashes. */
export const alike = <const Name extends string>(option: (field: string) => RequestOption, ...names: readonly Name[]) =>
  recordBy(names, (name) => option(name.replaceAll("-", "_")));
/** Numbers between commas, each for one part of the field; some of the last parts may be left out together. */
export const numbers = (field: string, parts: readonly string[], form: RegExp, takes: string, least = parts.length) =>
  text(
    field,
    (value) => {
      const numerals = value.split(",");
      const fits =
        (numerals.length === least || numerals.length === parts.length) && numerals.every((each) => form.test(each));
      return fits ? Object.fromEntries(numerals.map((each, index) => [parts[index], Number(each)])) : null;
    },
    takes,
  );

/** The limits on what the models of a league spend. */
export const budgetOptions = {
  "max-cost": number("max_cost", /^\d{1,6}(?:\.\d{1,6})?$/, "dollars, such as 2.50"),
  "max-tokens": number("max_tokens", /^\d{1,12}$/, "a whole number"),
} as const;

/** The options that a league and a measurement have in common. */
export const commonOptions = {
  ...alike(text, "game", "secret", "on-failure"),
  ...alike(whole, "seed", "longest-game", "max-illegal"),
  "move-seconds": number("move_seconds", /^\d{1,5}(\.\d{1,3})?$/, "seconds"),
  clock: text("clock", clockIn, "minutes and seconds for each move, such as 3+2"),
  ...budgetOptions,
} as const;

export const leagueOptions = {
  ...commonOptions,
  ...alike(text, "name", "format", "strategy", "missed-move"),
  ...alike(whole, "players", "rounds", "games-per-match", "concurrency"),
  "let-referees": flag("referees"),
  "best-of": flag("best_of"),
  options: text("options", objectIn, "a JSON object"),
  points: numbers(
    "points",
    ["win", "draw", "loss", "bye"],
    /^\d{1,3}(?:\.\d{1,3})?$/,
    "what a win, a draw and a loss are worth, such as 3,1,0, and after them a bye",
    3,
  ),
  "tie-breaks": text("tie_breaks", codesIn, `codes between commas, of ${tieBreakCodes.join(", ")}`),
  decider: text("decider.last", (value) => (/^(?:lot|armageddon)$/.test(value) ? value : null), "lot or armageddon"),
  "extra-games": number("decider.extra_games", /^\d{1,3}$/, "a whole number"),
  "extra-pairs": number("decider.extra_pairs", /^\d{1,3}$/, "a whole number"),
  "time-odds": number("decider.time_odds", /^[01](?:\.\d{1,3})?$/, "a share, such as 0.8"),
  "late-entries": text("late_entries", lateEntriesIn, "a round, and half or none after it, such as 2,half"),
  apart: {
    ...text("forbidden_pairs", keptApartIn, "the names of two entrants or more, such as A|B"),
    multiple: true,
  },
  bye: { ...text("byes", byeIn, "a name and a round, such as A|2, and half, none or full after them"), multiple: true },
  resign: numbers("adjudication.resign", ["score", "moves"], /^\d{1,5}$/, "centipawns and moves, such as 600,4"),
  draw: numbers(
    "adjudication.draw",
    ["score", "moves", "after_move"],
    /^\d{1,5}$/,
    "centipawns, moves and the move after which, such as 10,8,40",
  ),
  sprt: numbers(
    "sprt",
    ["elo0", "elo1", "alpha", "beta"],
    /^-?\d{1,5}(?:\.\d{1,3})?$/,
    "two differences in Elo, such as 0,20, and after them α and β where they are not 0.05",
    2,
  ),
} as const;

/** The part of a request that these options say. Refuses with `INVALID_ARGUMENT` and one sentence. */
export function readRequest(options: Readonly<Record<string, RequestOption>>, input: Fields): Result<Fields> {
  let request: Fields = {};
  for (const [name, { type, field, takes, parse }] of Object.entries(options)) {
    const value = input[name];
    if (value === undefined) continue;
    const texts = [value].flat().map(String);
    const values = type === "boolean" ? [value] : texts.map(parse);
    const wrong = texts[values.indexOf(null)];
    if (wrong !== undefined) return refuseValue(name, takes, wrong);
    request = withField(request, field.split("."), Array.isArray(value) ? values : values[0]);
  }
  return accept(request);
}

/** The refusal of an option's value. @param takes the values that the option has, in words */
export const refuseValue = (name: string, takes: string, value: string) =>
  invalid(`--${name} takes ${takes}, not ${JSON.stringify(value.slice(0, 80))}.`);

function withField(request: Fields, [name = "", ...rest]: readonly string[], value: unknown): Fields {
  const part = request[name];
  return { ...request, [name]: rest.length === 0 ? value : withField(isFields(part) ? part : {}, rest, value) };
}

function clockIn(value: string) {
  const [, minutes, seconds] = /^(\d{1,3}(?:\.\d{1,2})?)\+(\d{1,3})$/.exec(value) ?? [];
  return minutes === undefined ? null : { initial_seconds: Number(minutes) * 60, increment_seconds: Number(seconds) };
}

/** Reads codes between commas; `BH:C1` and `BH/C1`, as other programs write them, are `BH-C1`. */
function codesIn(value: string) {
  const codes = value.split(",").map(tieBreakIn);
  return codes.includes(null) ? null : codes;
}

function lateEntriesIn(value: string) {
  const [, rounds, worth] = /^(\d{1,5})(?:,(none|half))?$/.exec(value) ?? [];
  return rounds === undefined ? null : { rounds: Number(rounds), ...(worth === undefined ? {} : { worth }) };
}

function objectIn(text: string) {
  const value = jsonIn(text);
  return isFields(value) ? value : null;
}

export const openingsFlags = texts("openings", "openings-order", "openings-policy");

/** Reads `--openings`, and the options that are for it. */
export function readOpenings(
  values: Readonly<Partial<Record<keyof typeof openingsFlags, string | undefined>>>,
): Result<Fields> {
  const { openings, "openings-order": order, "openings-policy": policy } = values;
  if (openings === undefined)
    return order === undefined && policy === undefined
      ? accept({})
      : invalid("--openings-order and --openings-policy are for --openings.");
  const how = { ...(order === undefined ? {} : { order }), ...(policy === undefined ? {} : { policy }) };
  if (suiteNames.some((name) => name === openings)) return accept({ openings: { ...how, suite: openings } });
  const suite = readNamed("openings", openings);
  return suite.ok ? accept({ openings: { ...how, text: suite.value, name: basename(openings).slice(0, 40) } }) : suite;
}
