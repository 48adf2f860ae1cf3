import type { ConnectTarget } from "../../shared/api.ts";
import { downloadLinks, type installLinks, type promptLinks } from "../../shared/desktop.ts";
import { type Fields, recordBy } from "../../shared/fields.ts";
import type { Format } from "./edits/edit.ts";
import type { EntryPlace } from "./edits/editor.ts";

/**
 * A place in which a host keeps its configuration. A path is a list, of which the first that applies here counts:
 * `$CODEX_HOME or ~/.codex`. It begins with the home, a variable, or `@` and the name of a file in the home whose text
 * is a folder; and may contain one `*` for a part of a folder's name.
 */
export interface KnownPlace {
  readonly file: string;
  /** A path that exists where the host was started, besides the file itself. */
  readonly sign?: string;
  /** The host's program, which is on the PATH before it is first started. */
  readonly program?: string | undefined;
}

const hostSystems = ["darwin", "win32", "linux"] as const;
export type System = (typeof hostSystems)[number];

/** A field by which a person switches the server off in a host. */
interface Switch {
  /** The file of the host's own that has it; the entry where absent. */
  readonly file?: string;
  readonly path: readonly string[];
  /** Whether it is a list of servers, which has our name or not. */
  readonly isList?: true;
  /** Its value when the server is off. */
  readonly off: boolean;
}

/** An MCP host, with the facts for connecting it. They were read in its documentation or source, November 2026. */
export interface KnownHost extends Pick<ConnectTarget, "id" | "title" | "about"> {
  /** All existing ones are written. */
  readonly places: Readonly<Record<System, readonly KnownPlace[]>>;
  readonly format: Format;
  readonly entry: EntryPlace;
  /** The form of the command: in two fields, the first by this name, or in one `list`. `command` and `args` if absent. */
  readonly form?: "cmd" | "list";
  /** Fields of the entry beside the command; a person's own values stay. */
  readonly fields?: Fields;
  /** The field for the time that a call may take, if there is one, and how many of its units are a second. */
  readonly callTime?: { readonly field: string; readonly perSecond: number };
  /** Where a person can switch the server off. */
  readonly switches?: readonly Switch[];
  /** Whether it does not read a file that begins with a byte order mark. */
  readonly refusesMark?: true;
  /** The text that a file of ours starts with. Without any other entry the file goes as a whole. */
  readonly preamble?: string;
  /** A link that asks the host to add the entry. */
  readonly link?: keyof typeof installLinks;
  /** Links that open it with a text to send, on these systems. */
  readonly prompts?: {
    readonly link: keyof typeof promptLinks;
    readonly on: readonly System[];
    /** Whether all its chats share one server, so that a new one acts for the seats of another. */
    readonly isShared: boolean;
  };
  /** A command of the host's own that adds it, with `{command}`, or its parts, or `{json}` in the place of ours. */
  readonly terminal?: string;
  /** The person's next step in the host once the entry is written, where it is not a new session. */
  readonly next?: string;
  /** The download page, for those that most people use. */
  readonly download?: string;
}

/** Something in the folder of a list of places. */
const pathsBelow = (folders: string, path: string): string => folders.replace(/(?= or )|$/g, `/${path}`);
/** A file in a folder that exists where the host was started. */
const inFolder = (sign: string, file: string, program?: string) => ({ file: pathsBelow(sign, file), sign, program });
const onAllSystems = (...places: readonly KnownPlace[]): KnownHost["places"] => recordBy(hostSystems, () => places);
const inFolders = (folders: Readonly<Record<System, string>>, file: string): KnownHost["places"] =>
  recordBy(hostSystems, (system) => [inFolder(folders[system], file)]);
const configHome = "$XDG_CONFIG_HOME or ~/.config";
const appData = "$APPDATA or ~/AppData/Roaming";
const codeUser = recordBy(hostSystems, (system) => {
  const usual = { darwin: "~/Library/Application Support", win32: appData, linux: configHome }[system];
  return `$VSCODE_PORTABLE/user-data/User or ${pathsBelow(`$VSCODE_APPDATA or ${usual}`, "Code/User")}`;
});
const claudeHome = "$CLAUDE_CONFIG_DIR or ~/.claude";
const geminiHome = "$GEMINI_CLI_HOME/.gemini or ~/.gemini";
const qwenHome = "$QWEN_HOME or ~/.qwen";
const copilotHome = "$COPILOT_HOME or ~/.copilot";
const clineHome = "$CLINE_DATA_DIR or $CLINE_DIR/data or ~/.cline/data";
const continueHome = "$CONTINUE_GLOBAL_DIR or ~/.continue";
const claudeIn = (folder: string): KnownPlace => inFolder(folder, "claude_desktop_config.json");
const devinIn = (folder: string): KnownPlace => inFolder(folder, "mcp_config.json");
const windsurf = devinIn("~/.codeium/windsurf");

const usualForm = { format: "json", entry: { section: "mcpServers", name: "kibitz" } } as const;
const timeoutMs = { field: "timeout", perSecond: 1_000 } as const;
const timeoutSeconds = { field: "timeout", perSecond: 1 } as const;
const enabledSwitch: readonly Switch[] = [{ path: ["enabled"], off: false }];
const disabledSwitch: readonly Switch[] = [{ path: ["disabled"], off: true }];
/** The lists of servers in the settings of Gemini CLI and of what was made of it. */
const listsIn = (home: string): readonly Switch[] => [
  { file: pathsBelow(home, "settings.json"), path: ["mcp", "excluded"], isList: true, off: true },
  { file: pathsBelow(home, "settings.json"), path: ["mcp", "allowed"], isList: true, off: false },
];
/** opencode and what was made of it. */
const openCode = {
  format: "jsonc",
  entry: { section: "mcp", name: "kibitz" },
  form: "list",
  fields: { type: "local" },
  // 60 s without it (seen in opencode 1.18.33 and Kilo 7.7.7, 2026-11-29).
  callTime: timeoutMs,
  switches: enabledSwitch,
} as const;

export const knownHosts: readonly KnownHost[] = [
  {
    id: "claude-desktop",
    title: "Claude Desktop",
    about: "Any chat in Claude Desktop can sit down and play.",
    places: {
      darwin: [claudeIn("~/Library/Application Support/Claude")],
      // Since February 2026 it comes as an MSIX package, whose AppData lies in a folder of its own.
      win32: [
        claudeIn(pathsBelow(appData, "Claude")),
        claudeIn(pathsBelow("$LOCALAPPDATA or ~/AppData/Local", "Packages/Claude_*/LocalCache/Roaming/Claude")),
      ],
      linux: [claudeIn(pathsBelow(configHome, "Claude"))],
    },
    ...usualForm,
    // It is said to drop all servers from one (tradingview-mcp#406, July 2026).
    refusesMark: true,
    prompts: { link: "claude-desktop", on: ["darwin", "win32"], isShared: true },
    next: "Quit Claude Desktop and start it again: closing its window is not enough.",
    download: downloadLinks["claude-desktop"],
  },
  {
    id: "claude-code",
    title: "Claude Code",
    about: "Works in all your Claude Code projects.",
    // It has no short timeouts. `alwaysLoad` would put all tools into every session; `anthropic/alwaysLoad` in the `_meta`
    // of a tool does so for that one alone (both seen in 2.1.328, 2026-11-29).
    // The second, of early versions, is the only one that is read where it exists (seen in 2.1.328, 2026-11-29).
    places: onAllSystems(
      { file: pathsBelow("$CLAUDE_CONFIG_DIR or ~", ".claude.json"), sign: claudeHome, program: "claude" },
      { file: pathsBelow(claudeHome, ".config.json") },
    ),
    ...usualForm,
    fields: { type: "stdio" },
    terminal: "claude mcp add --scope user --transport stdio kibitz -- {command}",
    prompts: { link: "claude-code", on: hostSystems, isShared: false },
    next: "Start a new session of Claude Code; in a running one, /mcp shows it.",
  },
  {
    id: "vscode",
    title: "VS Code",
    about: "Copilot’s agent mode finds Kibitz among its tools.",
    places: inFolders(codeUser, "mcp.json"),
    format: "jsonc",
    entry: { section: "servers", name: "kibitz" },
    fields: { type: "stdio" },
    link: "vscode",
    terminal: "code --add-mcp {json}",
    next: "Nothing to restart: VS Code picks up the change. It may ask once whether you trust the server.",
    download: downloadLinks.vscode,
  },
  {
    id: "cursor",
    title: "Cursor",
    about: "Cursor’s agent finds Kibitz among its tools.",
    places: onAllSystems(inFolder("~/.cursor", "mcp.json")),
    ...usualForm,
    format: "jsonc",
    link: "cursor",
    prompts: { link: "cursor", on: hostSystems, isShared: false },
    next: "Switch Kibitz on under Settings → MCP where Cursor asks for it.",
  },
  {
    id: "codex",
    title: "Codex",
    about: "The command line, the editor’s extension and ChatGPT on the desktop share one configuration.",
    places: onAllSystems(inFolder("$CODEX_HOME or ~/.codex", "config.toml", "codex")),
    format: "toml",
    entry: { section: "mcp_servers", name: "kibitz" },
    // 30 s and 300 s without them (seen in 0.169.0, 2026-11-29). With `required` it would not start without Kibitz.
    fields: { startup_timeout_sec: 60 },
    callTime: { field: "tool_timeout_sec", perSecond: 1 },
    switches: enabledSwitch,
    terminal: "codex mcp add kibitz -- {command}",
  },
  {
    id: "gemini",
    title: "Gemini CLI",
    about: "Gemini can play from any folder.",
    places: onAllSystems(inFolder(geminiHome, "settings.json", "gemini")),
    ...usualForm,
    format: "jsonc",
    // Ten minutes without it (its documentation, and seen in 0.61.0, 2026-11-29).
    callTime: timeoutMs,
    // Both seen in 0.61.0, 2026-11-29.
    switches: [
      ...listsIn(geminiHome),
      { file: pathsBelow(geminiHome, "mcp-server-enablement.json"), path: ["kibitz", "enabled"], off: false },
    ],
    refusesMark: true,
    // Options before “--” would be taken for Gemini's own.
    terminal: "gemini mcp add -s user kibitz {program} -- {options}",
  },
  {
    id: "qwen",
    title: "Qwen Code",
    about: "Qwen can play from any folder.",
    places: onAllSystems(inFolder(qwenHome, "settings.json", "qwen")),
    ...usualForm,
    format: "jsonc",
    // Ten minutes without it, and it repeats a call that took longer (its source, and seen in 0.15.10, 2026-11-29).
    callTime: timeoutMs,
    switches: listsIn(qwenHome),
    // It reads such a file as an empty one (seen in 0.15.10, 2026-11-29).
    refusesMark: true,
    terminal: "qwen mcp add -s user kibitz {program} -- {options}",
  },
  {
    id: "copilot",
    title: "Copilot CLI",
    about: "GitHub Copilot can play in the terminal.",
    places: onAllSystems(inFolder(copilotHome, "mcp-config.json", "copilot")),
    ...usualForm,
    // As its `copilot mcp add` writes them; 180 s without the time (seen in 1.0.102, 2026-11-29).
    fields: { type: "local", tools: ["*"] },
    callTime: timeoutMs,
    // As its `copilot mcp disable` writes it (1.0.102, 2026-11-29).
    switches: [
      { file: pathsBelow(copilotHome, "settings.json"), path: ["disabledMcpServers"], isList: true, off: true },
    ],
    terminal: "copilot mcp add kibitz -- {command}",
  },
  {
    id: "opencode",
    title: "opencode",
    about: "opencode finds Kibitz among its tools.",
    places: onAllSystems(inFolder(pathsBelow(configHome, "opencode"), "opencode.json", "opencode")),
    ...openCode,
  },
  {
    id: "kilo",
    title: "Kilo",
    about: "Kilo finds Kibitz among its tools.",
    places: onAllSystems(inFolder(pathsBelow(configHome, "kilo"), "kilo.json", "kilocode")),
    ...openCode,
  },
  {
    id: "goose",
    title: "Goose",
    about: "Goose finds Kibitz among its extensions.",
    // Its crates/goose/src/config/paths.rs, read 2026-11-29; on macOS its etcetera goes by XDG, too.
    places: recordBy(hostSystems, (system) => {
      const usual = system === "win32" ? pathsBelow(appData, "Block/goose/config") : pathsBelow(configHome, "goose");
      return [inFolder(`$GOOSE_PATH_ROOT/config or ${usual}`, "config.yaml")];
    }),
    format: "yaml",
    entry: { section: "extensions", name: "kibitz" },
    form: "cmd",
    fields: { name: "Kibitz", type: "stdio", enabled: true, envs: {} },
    // 300 s by default (its documentation, November 2026).
    callTime: timeoutSeconds,
    switches: enabledSwitch,
  },
  {
    id: "lm-studio",
    title: "LM Studio",
    about: "A model on this machine can play if it supports tools.",
    places: onAllSystems(inFolder("@.lmstudio-home-pointer or ~/.lmstudio", "mcp.json")),
    ...usualForm,
    link: "lmstudio",
    next: "Switch mcp/kibitz on in the chat’s integrations.",
  },
  {
    id: "zed",
    title: "Zed",
    about: "Zed’s agent finds Kibitz among its tools.",
    places: inFolders(
      { darwin: "~/.config/zed", win32: pathsBelow(appData, "Zed"), linux: pathsBelow(configHome, "zed") },
      "settings.json",
    ),
    format: "jsonc",
    entry: { section: "context_servers", name: "kibitz" },
    fields: { source: "custom" },
    switches: enabledSwitch,
    next: "Nothing to restart: Zed picks up the change.",
  },
  {
    id: "cline",
    title: "Cline",
    about: "Cline, in VS Code and in the terminal, finds Kibitz among its servers.",
    places: recordBy(hostSystems, (system) => [
      inFolder(
        pathsBelow(codeUser[system], "globalStorage/saoudrizwan.claude-dev"),
        "settings/cline_mcp_settings.json",
      ),
      {
        file: `$CLINE_MCP_SETTINGS_PATH or ${pathsBelow(clineHome, "settings/cline_mcp_settings.json")}`,
        sign: clineHome,
        program: "cline",
      },
    ]),
    ...usualForm,
    // 60 s without it, and an hour at most (seen in its CLI 3.0.65, 2026-11-29).
    callTime: timeoutSeconds,
    switches: disabledSwitch,
    refusesMark: true,
    next: "Nothing to restart in VS Code: Cline picks up the change. In the terminal, start a new session.",
  },
  {
    id: "continue",
    title: "Continue",
    about: "Continue’s agent mode, and its cn in the terminal, find Kibitz among their tools.",
    // cn reads the second alone (1.5.47, 2026-11-29); the editor reads both and takes one of two servers of a name. One
    // that we made would hide other configurations of theirs.
    places: onAllSystems(inFolder(continueHome, "mcpServers/kibitz.yaml"), {
      file: pathsBelow(continueHome, "config.yaml"),
    }),
    format: "yaml",
    entry: { section: "mcpServers", name: "kibitz", isList: true },
    fields: { name: "kibitz" },
    preamble: "name: Kibitz\nversion: 1.0.0\nschema: v1\n",
    next: "Reload the editor’s window, or start cn anew. Without a config.yaml, start cn once and connect again.",
  },
  {
    id: "windsurf",
    title: "Windsurf / Devin",
    about: "Cascade finds Kibitz among its tools.",
    places: {
      darwin: [devinIn("~/.config/devin"), windsurf],
      win32: [devinIn(pathsBelow(appData, "devin")), windsurf],
      linux: [devinIn(pathsBelow(configHome, "devin")), windsurf],
    },
    ...usualForm,
    switches: disabledSwitch,
    next: "Press Refresh in its list of MCP servers.",
  },
];
