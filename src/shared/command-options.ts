/**
 * The options of a command, each by how it is written, with its help: `plan` takes no value, `port PORT` takes one, and
 * `bye NAME …` takes one and may be repeated. Another kind of option than a text is described by who prints the help.
 */
export type Options<Option = unknown> = Readonly<Record<string, string | Option>>;

type NameIn<Written> = Written extends `${infer Name} ${string}` ? Name : Written;
type ValueIn<Written> = Written extends `${string} …`
  ? string[]
  : Written extends `${string} ${string}`
    ? string
    : boolean;
/** The values of options that were given, by name. */
export type OptionValues<Of> = { [Written in keyof Of as NameIn<Written>]?: ValueIn<Written> | undefined };

/** The name of an option as it is written: `port` of `port PORT`. */
export const nameOf = (written: string): string => written.replace(/ .*/, "");

/** The options as Node's `parseArgs` takes them. */
export const parseArgsOptions = (options: Options) =>
  Object.fromEntries(
    Object.keys(options).map((written) => {
      const name = nameOf(written);
      const type: "string" | "boolean" = name === written ? "boolean" : "string";
      const multiple = written.endsWith(" …");
      return [name, { type, multiple, ...(/^(?:help|version)$/.test(name) ? { short: name.slice(0, 1) } : {}) }];
    }),
  );

const LINE = 120;
/** Longer options begin their text after themselves. */
const LONGEST_LABEL = 24;

/** The lines of `--help` for options, in two columns. */
export function optionHelp<Option = never>(options: Options<Option>, describe: (option: Option) => string = String) {
  const labels = Object.keys(options).map((written) => `  --${written.replace(/ …$/, "")}`);
  const column = Math.min(LONGEST_LABEL, Math.max(...labels.map((label) => label.length))) + 2;
  const further = new RegExp(`(?<= ).{1,${LINE - column}}(?= |$)`, "g");
  return Object.values(options)
    .map((option, row) => {
      const text = typeof option === "string" ? option : describe(option);
      const line = `${labels[row]?.padEnd(column - 2)}  ${text}`;
      const [first = line] = line.match(`^.{1,${LINE}}(?= |$)`) ?? [];
      const lines = line.slice(first.length).match(further) ?? [];
      return [first, ...lines.map((words) => " ".repeat(column) + words)].join("\n");
    })
    .join("\n");
}
