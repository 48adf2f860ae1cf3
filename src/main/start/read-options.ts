import { parseArgs } from "node:util";
import { type Options, type OptionValues, parseArgsOptions } from "../../shared/command-options.ts";
import { didYouMean } from "../../shared/nearest.ts";
import { accept, invalid, messageOf, type Refusal, type Result } from "../../shared/result.ts";

/** The problem with a command line that Node cannot read, in one line; `names` are those of its options. */
export function unreadableLine(error: unknown, command: string, names: readonly string[]): Refusal {
  const text = messageOf(error);
  const [, option = ""] = /'(?:-\w, )?(--?[\w-]+)/.exec(text) ?? [];
  const refusal = (sentence: string) => invalid(`${sentence} \`kibitz ${command} --help\` lists the options.`);
  if (text.startsWith("Unknown option")) {
    const flags = names.map((name) => `--${name}`);
    return refusal(`There is no option ${option}.${didYouMean(option, flags)}`);
  }
  if (text.includes("ambiguous"))
    return refusal(`${option} takes a value. One that begins with a dash is written ${option}=-1.`);
  if (text.includes("argument missing")) return refusal(`${option} takes a value.`);
  // The rest of the message is advice for programmers.
  return refusal(`${text.split(/\.\s/)[0]}.`);
}

/**
 * Reads a command line. Refuses an unknown option and a missing or empty value.
 * @param others `take` words beside the options; `pass` where other parties put their own arguments on the line
 */
export function readOptions<const Of extends Options>(
  command: string,
  argv: readonly string[],
  options: Of,
  others: "refuse" | "take" | "pass" = "refuse",
): Result<{ readonly values: OptionValues<Of>; readonly positionals: readonly string[] }> {
  const config = parseArgsOptions(options);
  try {
    const args = others === "pass" ? ownIn(argv, config) : [...argv];
    const { values, positionals } = parseArgs({ args, options: config, allowPositionals: others === "take" });
    const empty = Object.keys(values).find((name) => values[name] === "");
    if (empty !== undefined) throw new Error(`Option '--${empty}' argument missing`);
    return accept({ values: values as OptionValues<Of>, positionals });
  } catch (error) {
    return unreadableLine(error, command, Object.keys(config));
  }
}

/** The arguments that are these options, with their values. */
function ownIn(argv: readonly string[], options: ReturnType<typeof parseArgsOptions>): string[] {
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  return tokens.flatMap((token) =>
    token.kind === "option" && Object.hasOwn(options, token.name)
      ? argv.slice(token.index, token.index + (token.inlineValue === false ? 2 : 1))
      : [],
  );
}
