import { existsSync, globSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { parse } from "jsonc-parser";
import type { ConnectedProgram, ConnectInfo, ConnectOutcome, ConnectState, ConnectTarget } from "../../shared/api.ts";
import { fieldIn } from "../../shared/fields.ts";
import { accept, invalid, type Result, refuse } from "../../shared/result.ts";
import { quotedPath, type ShimCommand, usualDataDir } from "../base/shim-command.ts";
import { readableText } from "../base/text-file.ts";
import { changeFile, type FileChange, readText } from "./change-file.ts";
import { editText, entryIn } from "./edits/edit.ts";
import { commandFor, entryOf, installLink, terminalLine, toolsetsIn, wrongTarget } from "./entry.ts";
import { type KnownHost, type KnownPlace, knownHosts, type System } from "./hosts.ts";

/** The facts about the machine that decide where programs keep their files. */
interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The existing places of a host's configuration here, or the usual one; and whether host or file is there. */
function placesOf({ places }: KnownHost, system: Surroundings) {
  const all = places[systemOf(system.platform)].flatMap((place) => expandPlace(place, system));
  const there = all.filter(({ isThere }) => isThere);
  return there.length > 0 ? there : all.slice(0, 1);
}

const systemOf = (platform: NodeJS.Platform): System =>
  platform === "darwin" || platform === "win32" ? platform : "linux";

function expandPlace({ file, sign = file, program }: KnownPlace, system: Surroundings) {
  const [path, trace] = [pathOf(file, system), pathOf(sign, system)];
  if (!sign.includes("*"))
    return [{ file: path, isThere: existsSync(path) || existsSync(trace) || isInstalled(program, system) }];
  const cwd = dirname(`${trace.slice(0, trace.indexOf("*"))}*`);
  const traces = globSync(trace.slice(cwd.length + 1), { cwd });
  return traces.map((name) => ({ file: join(cwd, name, path.slice(trace.length)), isThere: true }));
}

/** The usual places of programs; one with a window seldom has the PATH of a terminal, which names them. */
const programFolders = ["~/.local/bin", "~/.opencode/bin"];

function isInstalled(program: string | undefined, system: Surroundings): boolean {
  if (program === undefined) return false;
  const names = system.platform === "win32" ? [`${program}.exe`, `${program}.cmd`] : [program];
  return [...(system.env["PATH"] ?? "").split(delimiter), ...programFolders.map((folder) => pathOf(folder, system))]
    .filter((folder) => isAbsolute(folder))
    .some((folder) => names.some((name) => existsSync(join(folder, name))));
}

/** The path of a list of places (KnownPlace): of the first whose variable, or file, gives a full path. */
function pathOf(places: string, { env, home }: Surroundings): string {
  const paths = places.split(" or ").map((place) => {
    const [root = "", ...rest] = place.split("/");
    if (root === "~") return join(home, ...rest);
    const folder = root.startsWith("@") ? readableText(join(home, root.slice(1)))?.trim() : env[root.slice(1)];
    // A relative one counts as unset (XDG Base Directory 0.8).
    return isAbsolute(folder ?? "") ? join(folder ?? "", ...rest) : null;
  });
  return paths.find((path) => path !== null) ?? home;
}

export interface ConnectorOptions extends Surroundings {
  /** The command that a host is to run. */
  readonly shim: ShimCommand;
  /** Why no host should be told to start it yet, in words that say what to do. */
  readonly obstacle: string | null;
  /** Where MCP over HTTP is served; null where no Kibitz runs. */
  readonly mcpUrl: string | null;
  readonly agentTokenFile: string;
  /** The programs that came from the entries of hosts. */
  readonly callers: { of(id: string): ConnectedProgram | null; forget(id: string): void };
}

/** The MCP hosts of this machine; files are written on request alone. A changed entry forgets its callers. */
export function createConnector(options: ConnectorOptions) {
  const { obstacle, platform, shim, callers } = options;

  const targetOf = (host: KnownHost): ConnectTarget => {
    const command = commandFor(host, shim);
    const caller = callers.of(host.id);
    const { state, why, toolsets = null } = stateOf(host, command, caller, options);
    const block = withEntry(host, "", shim);
    return {
      id: host.id,
      title: host.title,
      about: host.callTime ? `${host.about} Its entry lets a call take an hour, so that waits are long.` : host.about,
      state,
      why,
      toolsets,
      files: placesOf(host, options).map(({ file }) => file),
      block: block.ok ? block.value.trimEnd() : "",
      language: host.format === "jsonc" ? "json" : host.format,
      terminal: terminalLine(host, command, platform),
      link: installLink(host, command),
      next: host.next ?? `Start a new session of ${host.title}.`,
      download: host.download ?? null,
      called: caller,
    };
  };

  const change = (
    id: string,
    isInstalledOnly: boolean,
    textOf: (host: KnownHost, text: string | null) => Result<string | null>,
  ): Result<ConnectOutcome> => {
    const host = knownHosts.find((each) => each.id === id);
    if (!host) {
      const names = knownHosts.map((each) => each.id).join(", ");
      return invalid(`There is no host ${JSON.stringify(id.slice(0, 40))}. There are: ${names}`);
    }
    const places = placesOf(host, options);
    if (isInstalledOnly && !places.some(({ isThere }) => isThere))
      return invalid(`${host.title} was not found here: there is no ${places[0]?.file ?? "file of it"}`);
    const outcomes = places.map(({ file }) =>
      changeFile(file, (text) => {
        const edit = textOf(host, text);
        return edit.ok ? edit : refuse("STORAGE_FAILED", `${file} was left alone: ${edit.message}`);
      }),
    );
    const changes = outcomes.flatMap((outcome) => (outcome.ok && outcome.value.hasChanged ? [outcome.value] : []));
    const refusal = outcomes.find((outcome) => !outcome.ok);
    if (refusal) return refuse(refusal.code, [refusal.message, ...changes.map(changedText)].join(". "));
    if (changes.length > 0) callers.forget(id);
    return accept({ target: targetOf(host), changed: changes.map(({ file, backup }) => ({ file, backup })) });
  };

  return {
    list: (): ConnectInfo => ({
      targets: [...(obstacle === null ? knownHosts.map(targetOf) : []), ...httpTarget(options)],
      obstacle,
    }),
    /** Adds our entry to every file of a host. Refuses where it is not installed or a file cannot be changed. */
    connect: (id: string) =>
      obstacle === null ? change(id, true, (host, text) => withEntry(host, text ?? "", shim)) : invalid(obstacle),
    disconnect: (id: string) =>
      change(id, false, (host, text) => (text === null ? accept(null) : withoutEntry(host, text))),
  };
}

/** The text with our entry, and in JSON without a byte order mark, which RFC 8259 forbids and several hosts do not read. */
function withEntry(host: KnownHost, text: string, shim: ShimCommand): Result<string> {
  const present = entryIn(host.format, text, host.entry);
  if (!present.ok) return present;
  const bare = host.format.startsWith("json") ? text.replace(/^\ufeff/, "") : text;
  const before = text.trim() === "" ? (host.preamble ?? text) : bare;
  return editText(host.format, before, host.entry, entryOf(host, shim, present.value ?? {}));
}

/** The text without our entry; null where nothing is left of a file of ours. */
function withoutEntry({ format, entry, preamble }: KnownHost, text: string): Result<string | null> {
  const result = editText(format, text, entry, null);
  const isOurs = result.ok && preamble !== undefined && result.value === `${preamble}${entry.section}: []\n`;
  return isOurs ? accept(null) : result;
}

/** The note about a changed file, where another file of the same host could not be changed. */
const changedText = ({ file, backup }: FileChange): string =>
  `${file} was changed${backup === null ? "" : `; what it was is kept in ${backup}`}`;

/** The states of a host's files, the most urgent first. */
const statesByUrgency: readonly ConnectState[] = ["unreadable", "elsewhere", "stale", "off", "found", "connected"];

type HostState = Pick<ConnectTarget, "why"> &
  Partial<Pick<ConnectTarget, "toolsets">> & { readonly state: ConnectState };

function stateOf(host: KnownHost, ours: ShimCommand, caller: ConnectedProgram | null, system: Surroundings): HostState {
  const states = placesOf(host, system).map(({ file, isThere }) =>
    isThere ? stateIn(host, file, ours, system) : nothingThere,
  );
  if (caller !== null && states.every(({ state }) => state === "found"))
    return { state: "called", why: `${caller.name} came another way, such as by a package of Kibitz.` };
  return statesByUrgency.flatMap((state) => states.find((each) => each.state === state) ?? [])[0] ?? nothingThere;
}

const nothingThere = { state: "missing", why: null } as const;

function stateIn(host: KnownHost, file: string, ours: ShimCommand, system: Surroundings): HostState {
  const text = readText(file);
  if (!text.ok) return { state: "unreadable", why: `${text.message}.` };
  const entry = entryIn(host.format, text.value ?? "", host.entry);
  if (!entry.ok) return { state: "unreadable", why: `Kibitz leaves ${file} alone: ${entry.message}.` };
  if (entry.value === null) return { state: "found", why: null };
  const wrong = wrongTarget(entry.value, ours, usualDataDir());
  if (wrong) return wrong;
  if (host.refusesMark && text.value?.startsWith("\ufeff"))
    return { state: "stale", why: `${file} begins with a byte order mark, with which ${host.title} does not read it.` };
  for (const { file: other, path, isList, off } of host.switches ?? []) {
    const place = other === undefined ? file : pathOf(other, system);
    const value = path.reduce(fieldIn, other === undefined ? entry.value : parse(readableText(place) ?? ""));
    const isListed = Array.isArray(value) && value.length > 0 ? value.includes(host.entry.name) : null;
    if ((isList ? isListed : value) !== off) continue;
    const switchText = `${place} says “${path.join(".")}: ${JSON.stringify(value)}”`;
    return { state: "off", why: `${switchText}, so ${host.title} does not start Kibitz until you switch it on there.` };
  }
  return { state: "connected", why: null, toolsets: toolsetsIn(entry.value) };
}

/** The request with which an MCP client introduces itself. */
const firstRequest = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "curl", version: "1" } },
});

const httpTarget = ({ mcpUrl, agentTokenFile }: ConnectorOptions): readonly ConnectTarget[] =>
  mcpUrl === null
    ? []
    : [
        {
          id: "http",
          title: "Anything that speaks MCP over HTTP",
          about: `For scripts and any other MCP host on this machine, at ${mcpUrl}. Each request needs the token as the command below sends it; it gives access to agents’ seats only.`,
          block: `curl ${mcpUrl} -H "Authorization: Bearer $(cat ${quotedPath(agentTokenFile)})" -H "Accept: application/json, text/event-stream" --json '${firstRequest}'`,
          language: "text",
          state: null,
          why: null,
          toolsets: null,
          files: [],
          terminal: null,
          link: null,
          called: null,
          download: null,
          next: `ChatGPT on the web and other programs elsewhere reach this address only through a tunnel of your own that asks for ${new URL(mcpUrl).host}: set --http-host-header for cloudflared, --host-header=rewrite for ngrok. Anyone who knows the tunnel’s address and the token can then play here: close it when you are done.`,
        },
      ];
