import { basename } from "node:path";
import { nameOf, type Options } from "../shared/command-options.ts";
import { type Fields, fieldsOf, isFields, recordBy } from "../shared/fields.ts";
import { suiteNames } from "../shared/league-settings.ts";
import { accept, invalid, mapResult, type Result } from "../shared/result.ts";
import { readNamed } from "./files.ts";

/** An option that says one field of a request for a league, which the host checks; a list where it may be repeated. */
export interface RequestOption {
  /** The path of the field, with dots. */
  readonly field: string;
  /** The values that it takes, in words. */
  readonly takes: string;
  /** Reads its text; null where it is something else. Undefined if the text is read elsewhere. */
  readonly parse?: (text: string) => unknown;
}

/** An option that takes a text, which may be read in some way: null for one that is none of `takes`. */
export const textOption = (field: string, parse = (value: string): unknown => value, takes = ""): RequestOption => ({
  field,
  takes,
  parse,
});
const number = /^-?\d{1,12}(?:\.\d{1,6})?$/;
export const numberOption = (field: string) =>
  textOption(field, (value) => (number.test(value) ? Number(value) : null), "a number");
export const wholeOption = (field: string) =>
  textOption(field, (value) => (/^\d{1,12}$/.test(value) ? Number(value) : null), "a whole number");
/** Numbers between commas, each for one part of the field; some of the last parts may be left out together. */
export const numbersOption = (field: string, parts: readonly string[], takes: string, least = parts.length) => {
  const parse = (value: string) => {
    const numerals = value.split(",");
    const fits =
      (numerals.length === least || numerals.length === parts.length) && numerals.every((each) => number.test(each));
    return fits ? Object.fromEntries(numerals.map((each, index) => [parts[index], Number(each)])) : null;
  };
  return textOption(field, parse, takes);
};
/** Options, as they are written, that have the names of their fields but for the dashes. */
export const optionsNamed = <const Name extends string>(
  option: (field: string) => RequestOption,
  ...names: readonly Name[]
) => recordBy(names, (written) => option(nameOf(written).replaceAll("-", "_")));

/** The limits on what the models of a league spend. */
export const budgetOptions = {
  ...optionsNamed(numberOption, "max-cost DOLLARS"),
  ...optionsNamed(wholeOption, "max-tokens N"),
} as const;
/** The options that a league and a measurement have in common, by what they are about. */
export const failureOptions = { ...optionsNamed(textOption, "on-failure HOW"), ...budgetOptions } as const;
export const timeOptions = {
  "clock M+S": textOption("clock", clockIn, "minutes and seconds for each move, such as 3+2"),
  ...optionsNamed(numberOption, "move-seconds S"),
} as const;
export const limitOptions = optionsNamed(wholeOption, "longest-game N", "max-illegal N");
export const repeatOptions = {
  ...optionsNamed(wholeOption, "seed N"),
  ...optionsNamed(textOption, "secret HEX"),
} as const;
export const consentOptions = {
  "allow-key NAME@URL …": { field: "allow_keys", takes: "" },
  "allow-command LINE …": { field: "allow_commands", takes: "" },
} as const;
const suitesText = `built-in (known openings), shuffled (starts that nobody knows by heart) or mixed (both in turn)`;
export const openingsOption = {
  "openings FILE": { field: "openings", takes: `a file in EPD or PGN, or a suite of Kibitz's, such as ${suitesText}` },
} as const;

/**
 * The part of a request that options say; one with a text of its own, or that is read elsewhere, says none. Refuses with
 * `INVALID_ARGUMENT` and one sentence.
 */
export function readRequest(options: Options<RequestOption>, input: Fields): Result<Fields> {
  let request: Fields = {};
  for (const [written, option] of Object.entries(options)) {
    const name = nameOf(written);
    const value = input[name];
    if (value === undefined || typeof option === "string" || !option.parse) continue;
    const { field, takes, parse } = option;
    const texts = [value].flat().map(String);
    const values = value === true ? [value] : texts.map(parse);
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

/** Adds to a request the suite that `--openings` names. */
export function withOpenings(request: Fields, openings: string | undefined): Result<Fields> {
  const { openings: how } = request;
  if (openings === undefined)
    return how === undefined ? accept(request) : invalid("--openings-order and --openings-policy are for --openings.");
  const choices = fieldsOf(how) ?? {};
  if (suiteNames.some((name) => name === openings))
    return accept({ ...request, openings: { ...choices, suite: openings } });
  const name = basename(openings).slice(0, 40);
  return mapResult(readNamed("openings", openings), (text) => ({ ...request, openings: { ...choices, text, name } }));
}
