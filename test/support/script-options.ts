import { parseArgs } from "node:util";
import { unreadableLine } from "../../src/main/start/read-options.ts";

/**
 * The options of a script that takes numbers only, `--minutes 10`; with `--help` it prints them instead, and a wrong one
 * ends it with one line.
 * @param script as npm runs it
 * @param usual each option with its value where nobody names one; null for none
 * @param about says what the script does, for its help
 */
export function numbersFor<Usual extends Readonly<Record<string, number | null>>>(
  script: string,
  usual: Usual,
  about = "",
): { readonly [Name in keyof Usual]: number | Usual[Name] } {
  const names = Object.keys(usual);
  const given = valuesOf(script, names);
  if (given["help"] !== undefined) {
    const listed = Object.entries(usual).map(
      ([name, value]) => `  --${name} N${value === null ? "" : ` (default ${value})`}\n`,
    );
    process.stdout.write(`Usage: ${calling(script)} [options]\n\n${listed.join("")}${about}`);
    process.exit(0);
  }
  const numbers: Record<string, number> = {};
  for (const name of names) {
    const text = given[name];
    if (text === undefined) continue;
    if (!/^\d{1,9}(\.\d{1,3})?$/.test(text)) end(`--${name} takes a number, not ${JSON.stringify(text.slice(0, 40))}.`);
    numbers[name] = Number(text);
  }
  return { ...usual, ...numbers };
}

function valuesOf(script: string, names: readonly string[]): Readonly<Record<string, string | undefined>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" } as const]));
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: "boolean", short: "h" } } });
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  } catch (error) {
    const { message } = unreadableLine(error, "", [...names, "help"]);
    return end(message.replace(/`[^`]*`/, `\`${calling(script)} --help\``));
  }
}

/** How a script is started with options: one of several (`attack -- leagues`) has the dashes before its name. */
const calling = (script: string): string => `npm run ${script.includes(" -- ") ? script : `${script} --`}`;

function end(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(2);
}
