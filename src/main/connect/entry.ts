import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { type Fields, fieldIn, fieldsOf } from "../../shared/fields.ts";
import { missingCase } from "../../shared/result.ts";
import { isToolset } from "../../shared/toolsets.ts";
import type { KnownHost } from "./hosts.ts";
import type { Command } from "./shim-command.ts";

/** The command for one host: the shim tells Kibitz which entry started it. */
export const commandFor = ({ id }: Pick<KnownHost, "id">, shim: Command): Command => ({
  command: shim.command,
  args: [...shim.args, "--for", id],
});

/**
 * Fields of a server at an address. With one beside a command, Gemini CLI uses the address and Codex refuses its whole
 * file; and some of them hold a token.
 */
const ofAddresses = [
  "url",
  "httpUrl",
  "serverUrl",
  "uri",
  "tcp",
  "headers",
  "headersHelper",
  "http_headers",
  "env_http_headers",
  "requestOptions",
  "apiKey",
  "bearer_token",
  "bearer_token_env_var",
  "auth",
  "authProviderType",
  "oauth",
  "oauth_resource",
];

/** Variables that lead the shim to another Kibitz. */
const leadingElsewhere = ["KIBITZ_DATA_DIR", "KIBITZ_HOST_COMMAND", "XDG_DATA_HOME", "HOME", "USERPROFILE"];

/**
 * The entry for a command in a host's file.
 * @param present the entry that is there already: a person's additions stay, except those that lead elsewhere
 */
export function entryOf({ shape }: Pick<KnownHost, "shape">, ours: Command, present: Fields = {}): Fields {
  const kept = keptOf(present);
  const { command, args } = withToolsetsOf(present, ours);
  switch (shape) {
    case "plain":
      return { ...kept, command, args };
    case "typed":
      return { type: "stdio", ...kept, command, args };
    case "zed":
      return { source: "custom", ...kept, command, args };
    case "goose":
      return { name: "Kibitz", type: "stdio", enabled: true, envs: {}, timeout: 300, ...kept, cmd: command, args };
    case "continue":
      return {
        name: "Kibitz",
        version: "1.0.0",
        schema: "v1",
        mcpServers: [{ name: "kibitz", ...kept, command, args }],
      };
    default:
      return missingCase(shape);
  }
}

const without = (names: readonly string[], fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** The fields of an entry that stay. An empty list of variables is dropped. */
function keptOf(present: Fields): Fields {
  const fields = Object.entries(without([...ofAddresses, "type"], present));
  return Object.fromEntries(
    fields.flatMap(([name, value]) => {
      if (name !== "env" && name !== "envs") return [[name, value]];
      const variables = without(leadingElsewhere, fieldsOf(value) ?? {});
      return Object.keys(variables).length === 0 ? [] : [[name, variables]];
    }),
  );
}

/** Our command with the toolsets that an entry asks for; not where the shim would refuse them. */
function withToolsetsOf(present: Fields, { command, args }: Command): Command {
  const found = commandIn(present);
  const toolsets = found && optionIn(found, "toolsets");
  const isKnown = toolsets === "all" || toolsets?.split(",").every(isToolset);
  return { command, args: toolsets && isKnown ? [...args, "--toolsets", toolsets] : args };
}

/** The command in an entry; null where it starts nothing, such as one with an address. */
function commandIn(entry: Fields): Command | null {
  const command = entry["command"] ?? entry["cmd"];
  const args = entry["args"] ?? [];
  if (typeof command !== "string" || !Array.isArray(args)) return null;
  const words = args.filter((word) => typeof word === "string");
  return words.length === args.length ? { command, args: words } : null;
}

export type EntryState =
  | { readonly state: "connected" }
  | { readonly state: "elsewhere" | "stale"; readonly why: string };

/** Whether an entry leads to this Kibitz, to another one, or nowhere any more. */
export function judge(entry: Fields, ours: Command, usualDataDir: string): EntryState {
  const found = commandIn(entry);
  if (found === null) return { state: "elsewhere", why: "The entry starts no program; Kibitz did not write it." };
  const stray = ofAddresses.find((name) => name in entry);
  if (stray !== undefined)
    return {
      state: "elsewhere",
      why: `The entry has “${stray}” beside its command, which is for a server at an address.`,
    };
  const programs = [found.command, ...programArgs(found)];
  const gone = programs.find((path) => isAbsolute(path) && !existsSync(path));
  if (gone !== undefined) return { state: "stale", why: `${gone} is not there any more.` };
  const [program, ourProgram] = [programs.at(-1), [ours.command, ...programArgs(ours)].at(-1)];
  if (program !== ourProgram) return { state: "elsewhere", why: `The entry starts ${programs.join(" ")}.` };
  if (!isAbsolute(found.command))
    return { state: "stale", why: `The entry says “${found.command}” without a place, which not every program finds.` };
  const dataDir =
    optionIn(found, "data-dir") ?? textIn(entry["env"] ?? entry["envs"], "KIBITZ_DATA_DIR") ?? usualDataDir;
  return dataDir === (optionIn(ours, "data-dir") ?? usualDataDir)
    ? { state: "connected" }
    : { state: "elsewhere", why: `Its data folder is ${dataDir}.` };
}

function textIn(fields: unknown, name: string): string | null {
  const value = fieldIn(fields, name);
  return typeof value === "string" && value !== "" ? value : null;
}

/** The arguments that name programs: all but the shim's own options. */
const programArgs = ({ args }: Command): readonly string[] =>
  args.filter((word, index) => !word.startsWith("--") && !/^--(data-dir|toolsets|for)$/.test(args[index - 1] ?? ""));

/** The value of one of the shim's options in a command; null where it is not given. */
function optionIn({ args }: Command, name: string): string | null {
  const index = args.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  if (index === -1) return null;
  const [, inline] = (args[index] ?? "").split(/=(.*)/s);
  return inline ?? args[index + 1] ?? null;
}
