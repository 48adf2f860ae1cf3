import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type OptionValues, optionHelp, parseArgsOptions } from "../shared/command-options.ts";
import { defaultDataDir, expandHome, noHomeFolder, switchFrom } from "../shared/instance.ts";
import { accept, attempt, invalid, messageOf } from "../shared/result.ts";
import { defaultToolsets, readToolsets, toolsetNames } from "../shared/toolsets.ts";

export type ShimOptions = Extract<ReturnType<typeof readOptions>, { readonly ok: true }>["value"];

const options = {
  "data-dir DIR": "which Kibitz, by its data folder (KIBITZ_DATA_DIR; default: application data)",
  "toolsets LIST": `${[...toolsetNames, "all"].join(", ")} (default: ${defaultToolsets.join(",")})`,
  "for HOST":
    "whose entry this is: Kibitz then shows when that host has called. HOST:SECONDS also says for how long the entry lets a call take",
  help: "print this",
  version: "print the version",
} as const;

export const usage = `Usage: kibitz-mcp [options]

Connects an MCP host, over standard input and output, to the running Kibitz, and starts Kibitz where it is not running.

${optionHelp(options)}

KIBITZ_NO_WINDOW=1 or MCP_DISABLE_BROWSER=1 starts Kibitz without showing a window; KIBITZ_LOG_LEVEL is one of error,
warn, info, debug. Both are passed on to a Kibitz that is started. KIBITZ_HOST_COMMAND names what is started
in place of the Kibitz beside it or the installed one, as a JSON array of a program and its arguments.
`;

/** The options, or one sentence on what is wrong. */
export function readOptions(argv: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const flags = readFlags(argv);
  if (typeof flags === "string") return invalid(flags);
  const { help = false, version = false, toolsets, for: entry, "data-dir": folder = env.KIBITZ_DATA_DIR } = flags;
  if (toolsets === "") return invalid("--toolsets needs a value, such as --toolsets play.");
  const selection = readToolsets(toolsets ?? null);
  if (!selection.ok) return invalid(`${selection.message}.`);
  if (folder === "" && flags["data-dir"] === "") return invalid("--data-dir needs a value, such as --data-dir ./data.");
  const home = knownHome();
  if (home === null) return invalid(noHomeFolder);
  const dataDir = folder ? resolve(expandHome(folder, home)) : defaultDataDir(process.platform, env, home);
  const noWindow = switchFrom(env.KIBITZ_NO_WINDOW) === true || switchFrom(env.MCP_DISABLE_BROWSER) === true;
  return accept({ dataDir, toolsets: toolsets ?? null, entry: entry || null, noWindow, help, version });
}

/** Null where the system knows no home of this user, or only a relative one, which is another folder elsewhere. */
function knownHome(): string | null {
  const home = attempt(homedir, "");
  return isAbsolute(home) ? home : null;
}

function readFlags(argv: readonly string[]): OptionValues<typeof options> | string {
  try {
    // Ignored: a switch of Electron's (see the launcher of the AppImage), and one that entries of an earlier version have.
    const ignored = { "no-sandbox": "", channels: "" };
    return parseArgs({ args: [...argv], options: parseArgsOptions({ ...options, ...ignored }) }).values;
  } catch (error) {
    // Keeps Node's sentence that names the flag, without its advice for programmers.
    const [sentence = ""] = messageOf(error).split(/[.\n]/);
    return `${sentence}. Known are ${Object.keys(options)
      .map((written) => `--${written}`)
      .join(", ")}.`;
  }
}
