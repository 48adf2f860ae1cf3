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
const LONGEST_LABEL = 22;

/** The lines of `--help` for options, in two columns; neighbours that have the same text share it. */
export function optionHelp<Option = never>(options: Options<Option>, describe: (option: Option) => string = String) {
  const rows: { label: string; readonly text: string }[] = [];
  for (const [written, option] of Object.entries(options)) {
    const label = `--${written.replace(/ …$/, "")}`;
    const text = typeof option === "string" ? option : describe(option);
    const last = rows.at(-1);
    if (last?.text === text) last.label += `, ${label}`;
    else rows.push({ label, text });
  }
  const column = Math.min(LONGEST_LABEL, Math.max(...rows.map(({ label }) => label.length)));
  return rows.map(({ label, text }) => wrap(`  ${label.padEnd(column)} `, text, column + 3)).join("\n");
}

/** Appends words to a line, and to further ones that are indented so far. */
function wrap(start: string, text: string, indent: number): string {
  const lines: string[] = [];
  let line = start;
  for (const word of text.split(" ")) {
    if (line.length + 1 + word.length > LINE) {
      lines.push(line);
      line = " ".repeat(indent);
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}
