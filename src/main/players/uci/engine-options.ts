import { accept, invalid, type Result } from "../../../shared/result.ts";

/** An option as its engine declares it (UCI protocol, `option`). */
export interface EngineOption {
  readonly name: string;
  readonly type: string;
  /** Null where it has none, as a button has not. */
  readonly value: string | null;
  readonly min: number;
  readonly max: number;
  /** The values of a `combo`; empty for all others. */
  readonly choices: readonly string[];
}

/** The key of an option: letter case and the number of blanks do not matter in a name (UCI protocol, `setoption`). */
export const optionKey = (name: string): string => name.trim().replace(/\s+/g, " ").toLowerCase();

/** The options in an engine's greeting, by {@link optionKey}. */
export const optionsIn = (greeting: readonly string[]): Map<string, EngineOption> =>
  new Map(
    greeting.flatMap((line) => {
      const match = /^option\s+name\s+(.+?)\s+type\s+(check|spin|combo|button|string)\b\s*(.*)$/.exec(line);
      const [, name = "", type = "", details = ""] = match ?? [];
      // A text may contain the words before the fields of other types.
      const fields = type === "string" ? [details] : details.split(/\s+(?=(?:default|min|max|var)\s)/);
      const texts = (word: string) => fields.flatMap((field) => field.split(`${word} `, 2).slice(1));
      const [value = null, min = "-Infinity", max = "Infinity"] = ["default", "min", "max"].map(
        (word) => texts(word)[0],
      );
      const option = { name, type, value, min: Number(min), max: Number(max), choices: texts("var") };
      return match ? [[optionKey(name), option] as const] : [];
    }),
  );

/**
 * The command that gives an option a value, or presses a button, which takes none. Refuses with `INVALID_ARGUMENT` a
 * value that the option does not take.
 */
export function setOption({ name, type, min, max, choices }: EngineOption, text: string): Result<string> {
  const word = text.trim().toLowerCase();
  const command = `setoption name ${name}`;
  if (type === "button") return accept(command);
  // An empty text has a word of its own (UCI protocol, `setoption`).
  if (type === "string") return accept(`${command} value ${word === "" ? "<empty>" : text}`);
  const isNumber = type === "spin" && /^[+-]?\d+$/.test(word) && Number(word) >= min && Number(word) <= max;
  const values = type === "check" ? ["true", "false"] : choices;
  const value = isNumber ? word : values.find((each) => each.toLowerCase() === word);
  if (value !== undefined) return accept(`${command} value ${value}`);
  const range = type === "spin" ? `a whole number from ${min} to ${max}` : values.join(" or ");
  return invalid(`options: ${name} takes ${range}, not ${JSON.stringify(text)}`);
}
