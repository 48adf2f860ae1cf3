import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { installLinks, promptLinks } from "../../shared/desktop.ts";
import { type Fields, fieldIn, fieldsOf } from "../../shared/fields.ts";
import { isToolset } from "../../shared/toolsets.ts";
import { commandLine, quotedPath, type ShimCommand, shellQuoted } from "../base/shim-command.ts";
import { type KnownHost, knownHosts } from "./hosts.ts";

/** Seconds that an entry asks for each call, so that waits are long; Kibitz ends every call by itself. */
const HOUR = 3_600;

/** The command for one host: the shim tells Kibitz which entry started it, and for how many seconds a call may last. */
export const commandFor = ({ id }: Pick<KnownHost, "id">, shim: ShimCommand, seconds?: number): ShimCommand => ({
  command: shim.command,
  args: [...shim.args, "--for", seconds ? `${id}:${seconds}` : id],
});

/** Fields of a server at an address: some hosts prefer it to a command, or refuse both; some hold a token. */
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

/** The entry for a command in a host's file; additions in the `present` one stay, but for those that lead elsewhere. */
export function entryOf(host: KnownHost, shim: ShimCommand, present: Fields = {}): Fields {
  const { field = "", perSecond = 1 } = host.callTime ?? {};
  const fields = { ...host.fields, ...(field && { [field]: HOUR * perSecond }), ...keptOf(present) };
  const seconds = Math.ceil(Number(fields[field]) / perSecond);
  const { command, args } = withToolsetsOf(present, commandFor(host, shim, seconds));
  const own = host.form === "list" ? { command: [command, ...args] } : { [host.form ?? "command"]: command, args };
  return { ...fields, ...own };
}

const withoutFields = (names: readonly string[], fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** The fields that hold variables, by various hosts. */
const variableFields = ["env", "envs", "environment"];

/** The fields of an entry that stay. An empty list of variables is dropped. */
function keptOf(present: Fields): Fields {
  const fields = Object.entries(withoutFields([...ofAddresses, "type"], present));
  return Object.fromEntries(
    fields.flatMap(([name, value]) => {
      if (!variableFields.includes(name)) return [[name, value]];
      const variables = withoutFields(leadingElsewhere, fieldsOf(value) ?? {});
      return Object.keys(variables).length === 0 ? [] : [[name, variables]];
    }),
  );
}

/** The toolsets that an entry asks for; null for the default ones, and where the shim would refuse them. */
export function toolsetsIn(entry: Fields): string | null {
  const command = commandIn(entry);
  const toolsets = command && optionIn(command, "toolsets");
  return toolsets === "all" || toolsets?.split(",").every(isToolset) ? toolsets : null;
}

/** Our command with its own toolsets, or those of an entry. */
function withToolsetsOf(present: Fields, { command, args }: ShimCommand): ShimCommand {
  const toolsets = args.includes("--toolsets") ? null : toolsetsIn(present);
  return { command, args: toolsets === null ? args : [...args, "--toolsets", toolsets] };
}

/** The command in an entry, in any form; null where it starts nothing, such as one with an address. */
function commandIn(entry: Fields): ShimCommand | null {
  const words = [entry["command"] ?? entry["cmd"], entry["args"] ?? []].flat();
  const [command, ...args] = words.filter((word) => typeof word === "string");
  return command !== undefined && args.length + 1 === words.length ? { command, args } : null;
}

const elsewhereState = (why: string) => ({ state: "elsewhere", why }) as const;
const staleState = (why: string) => ({ state: "stale", why }) as const;

/** Why an entry does not lead to this Kibitz, but to another one, or nowhere any more; null where it does. */
export function wrongTarget(entry: Fields, ours: ShimCommand, usualDataDir: string) {
  const command = commandIn(entry);
  if (command === null) return elsewhereState("The entry starts no program; Kibitz did not write it.");
  const stray = ofAddresses.find((name) => name in entry);
  if (stray !== undefined)
    return elsewhereState(`The entry has “${stray}” beside its command, which is for a server at an address.`);
  const programs = [command.command, ...programArgs(command)];
  const missing = programs.find((path) => isAbsolute(path) && !existsSync(path));
  if (missing !== undefined) return staleState(`${missing} is not there any more.`);
  const [program, ourProgram] = [programs.at(-1), [ours.command, ...programArgs(ours)].at(-1)];
  if (program !== ourProgram) return elsewhereState(`The entry starts ${programs.join(" ")}.`);
  if (!isAbsolute(command.command))
    return staleState(`The entry says “${command.command}” without a place, which not every program finds.`);
  const [own] = variableFields.flatMap((name) => fieldIn(entry[name], "KIBITZ_DATA_DIR") || []);
  const dataDir = optionIn(command, "data-dir") ?? own ?? usualDataDir;
  const isOurs = dataDir === (optionIn(ours, "data-dir") ?? usualDataDir);
  return isOurs ? null : elsewhereState(`Its data folder is ${dataDir}.`);
}

/** The arguments that name programs: all but the shim's own options. */
const programArgs = ({ args }: ShimCommand): readonly string[] =>
  args.filter((word, index) => !word.startsWith("--") && !/^--(data-dir|toolsets|for)$/.test(args[index - 1] ?? ""));

/** The value of one of the shim's options in a command; null where it is not given. */
function optionIn({ args }: ShimCommand, name: string): string | null {
  const index = args.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  if (index === -1) return null;
  const [, inline] = (args[index] ?? "").split(/=(.*)/s);
  return inline ?? args[index + 1] ?? null;
}

/** The host's own command that adds the entry, as one line to paste; null where it has none. */
export function terminalLine({ terminal }: KnownHost, shim: ShimCommand, platform: NodeJS.Platform): string | null {
  const words = [shim.command, ...shim.args].map((word) => quotedPath(word, platform));
  const options = words.findIndex((word) => word.startsWith("--"));
  const parts: Readonly<Record<string, string>> = {
    command: commandLine(shim, platform),
    program: words.slice(0, options).join(" "),
    options: words.slice(options).join(" "),
    json: shellQuoted(JSON.stringify({ name: "kibitz", ...shim }), platform),
  };
  return terminal?.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? "") ?? null;
}

/** The address that has the host ask whether to add the entry; null where it knows none. */
export function installLink({ link }: KnownHost, { command, args }: ShimCommand): string | null {
  if (link === undefined) return null;
  if (link === "vscode")
    return `${installLinks.vscode}${encodeURIComponent(JSON.stringify({ name: "kibitz", command, args }))}`;
  const base64 = Buffer.from(JSON.stringify({ command, args })).toString("base64");
  return `${installLinks[link]}name=kibitz&config=${encodeURIComponent(base64)}`;
}

/**
 * The title of the host of an entry, and the link that opens it with a text, in a new chat; null where it has none on this system, and where
 * the new chat could not act for a seat of an older one, which needs a server that both share or one that is gone.
 */
export function promptLink(
  entry: string,
  text: string,
  { platform, isOpen }: { readonly platform: NodeJS.Platform; readonly isOpen: boolean },
) {
  const host = knownHosts.find(({ id }) => id === entry);
  if (!host?.prompts) return null;
  const { link, on, isShared } = host.prompts;
  if (!on.some((system) => system === platform) || (isOpen && !isShared)) return null;
  return { title: host.title, link: `${promptLinks[link]}${encodeURIComponent(text)}` };
}
