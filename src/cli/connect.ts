import { openConnecting } from "../main/connect/connecting.ts";
import { readDiscovery } from "../main/data/discovery.ts";
import { readOptions } from "../main/start/read-options.ts";
import { readStartOptions } from "../main/start/start-options.ts";
import type { ConnectOutcome, ConnectState, ConnectTarget } from "../shared/api.ts";
import { optionHelp } from "../shared/command-options.ts";
import { mcpHosts } from "../shared/mcp-hosts.ts";
import { invalid, mapResult, type Result } from "../shared/result.ts";
import { defaultToolsets, readToolsets, toolsetNames } from "../shared/toolsets.ts";
import { fail, folderOptions, hostArgumentsIn, note } from "./command.ts";

const options = {
  json: "without HOST: print one JSON object and nothing else",
  "toolsets LIST": `with connect HOST: the tools to offer, comma-separated: ${toolsetNames.join(", ")}, or all. The default is ${defaultToolsets.join(",")}; \`game\` has the four tools that a game needs`,
  print: "with connect HOST: print what would be written, and write nothing",
  ...folderOptions,
} as const;

const usage = `Usage: kibitz connect [HOST] [options]
       kibitz disconnect HOST [options]

Without HOST, lists the assistants that Kibitz knows and whether each is connected. With HOST, puts Kibitz's entry
into that program's configuration, or takes it out. The file as it was is kept beside it.

${optionHelp(options)}

Exit code: 0 when it is done; 1 if it could not be; 2 for a wrong option.
`;

const stateTexts: Readonly<Record<ConnectState, string>> = {
  missing: "not installed",
  found: "not connected",
  called: "has called, with no entry in its file",
  connected: "connected",
  off: "connected, but switched off",
  elsewhere: "connected to another Kibitz",
  stale: "connected, but the entry does not work",
  unreadable: "its configuration cannot be read",
};

export const connect = (args: readonly string[]): Promise<void> => runConnect("connect", args);
export const disconnect = (args: readonly string[]): Promise<void> => runConnect("disconnect", args);

async function runConnect(verb: "connect" | "disconnect", args: readonly string[]): Promise<void> {
  const reading = readArguments(args);
  if (!reading.ok) return fail(2, reading.message);
  const { host, json, print, help, dataDir } = reading.value;
  if (help) return void process.stdout.write(usage);
  if (print && (verb === "disconnect" || host === null))
    return fail(2, "--print is for connect HOST: it shows what that would write");
  const toolsets = reading.value.toolsets ?? null;
  const connecting = openConnecting({ dataDir, toolsets, mcpUrl: () => readDiscovery(dataDir)?.mcp ?? null });
  const info = await connecting.list();
  if (host === null) {
    if (verb === "disconnect") return fail(2, "which host? kibitz connect names them");
    return void process.stdout.write(json ? `${JSON.stringify(info)}\n` : targetsText(info.targets));
  }
  if (json) return fail(2, "--json takes no host");
  const states = info.targets.filter(({ state }) => state !== null);
  const target = states.find(({ id }) => id === host);
  if (!target) {
    const names = states.map(({ id }) => id).join(", ");
    return fail(2, `there is no host ${JSON.stringify(host.slice(0, 40))}. There are: ${names}`);
  }
  if (!print) return printOutcome(verb, await connecting[verb](host), toolsets);
  for (const file of target.files) note(`for ${file}`);
  process.stdout.write(`${target.block}\n`);
}

function printOutcome(verb: "connect" | "disconnect", outcome: Result<ConnectOutcome>, toolsets: string | null): void {
  if (!outcome.ok) return void fail(1, outcome.message);
  const { target, changed } = outcome.value;
  const lines = changed.map(({ file, backup }) => `${file}${backup === null ? "" : `\n  (before: ${backup})`}`);
  const result = verb === "connect" ? `is connected. ${target.about}` : "is disconnected.";
  const off = verb === "connect" && target.state === "off" && target.why !== null ? [target.why] : [];
  const next = verb === "connect" && target.next !== null && changed.length > 0 ? [`Next: ${target.next}`] : [];
  // A host that searches its tools pays for those alone that it finds.
  const isSearched = mcpHosts.some(({ title, toolSearch }) => title === target.title && toolSearch);
  const fewer =
    verb === "connect" && toolsets === null && !isSearched
      ? [`Its model reads every tool with each request. For games alone: kibitz connect ${target.id} --toolsets game`]
      : [];
  const remark = changed.length === 0 ? ["Nothing had to be changed."] : [];
  process.stdout.write(`${[`${target.title} ${result}`, ...lines, ...remark, ...off, ...next, ...fewer].join("\n")}\n`);
}

function targetsText(targets: readonly ConnectTarget[]): string {
  const lines = targets.flatMap(({ id, title, state, why, called }) =>
    state === null
      ? []
      : [
          `${id.padEnd(16)}${title.padEnd(26)}${called && state === "connected" ? `has called (${called.name})` : stateTexts[state]}`,
          ...(why === null ? [] : [`${" ".repeat(16)}${why}`]),
        ],
  );
  return `${lines.join("\n")}\n`;
}

function readArguments(args: readonly string[]) {
  const reading = readOptions("connect", args, options, "take");
  if (!reading.ok) return reading;
  const { values, positionals } = reading.value;
  const [host = null, ...more] = positionals;
  if (more.length > 0) return invalid("one host at a time");
  const toolsets = readToolsets(values.toolsets ?? null);
  if (!toolsets.ok) return invalid(`--toolsets: ${toolsets.message}`);
  const settings = readStartOptions(hostArgumentsIn(values), process.env);
  return mapResult(settings, ({ dataDir }) => ({ ...values, host, dataDir }));
}
