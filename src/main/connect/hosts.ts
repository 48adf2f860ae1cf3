import type { installLinks, promptLinks } from "../../shared/desktop.ts";
import { recordBy } from "../../shared/fields.ts";
import type { Format } from "./edits/edit.ts";
import type { Place } from "./edits/editor.ts";

/**
 * A place in which a host keeps its configuration. Paths may contain `~`, `$CONFIG`, `$ROAMING`, `$LOCAL`, and one `*`
 * for a part of a folder's name.
 */
export interface KnownPlace {
  readonly file: string;
  /** A path that exists where the host is installed, besides the file itself. */
  readonly sign: string;
}

const systems = ["darwin", "win32", "linux"] as const;
export type System = (typeof systems)[number];

/** An MCP host, with the facts for connecting it. They were read in its documentation or source, November 2026. */
export interface KnownHost {
  readonly id: string;
  readonly title: string;
  /** A sentence about who plays there. */
  readonly about: string;
  /** All existing ones are written. */
  readonly places: Readonly<Record<System, readonly KnownPlace[]>>;
  readonly format: Format;
  readonly entry: Place;
  /** The form of an entry: `plain` is command and args. */
  readonly shape: "plain" | "typed" | "zed" | "goose" | "continue";
  /** The file is all ours: it is made and removed as a whole. */
  readonly ownFile?: true;
  /** A link that asks the host to add the entry. */
  readonly link?: keyof typeof installLinks;
  /** Links that open it with a text to send, on these systems. */
  readonly prompts?: {
    readonly link: keyof typeof promptLinks;
    readonly on: readonly System[];
    /** Whether all its chats share one server, so that a new one acts for the seats of another. */
    readonly isShared: boolean;
  };
  /** A command of the host's own that adds it. */
  readonly terminal?: "claude" | "code" | "codex" | "gemini";
  /** The person's next step in the host once the entry is written. */
  readonly next: string;
  /** The download page, for those that most people use. */
  readonly download?: string;
}

/** A file in a folder that exists where the host is installed. */
const inFolder = (sign: string, file: string): KnownPlace => ({ file: `${sign}/${file}`, sign });
/** The same path on every system. */
const everywhere = (place: KnownPlace): KnownHost["places"] => recordBy(systems, () => [place]);
/** A file in a folder of each system. */
const inFolders = (folders: Readonly<Record<System, string>>, file: string): KnownHost["places"] =>
  recordBy(systems, (system) => [inFolder(folders[system], file)]);
const codeUser = {
  darwin: "~/Library/Application Support/Code/User",
  win32: "$ROAMING/Code/User",
  linux: "$CONFIG/Code/User",
};
const inCode = (folder: string, file: string): KnownHost["places"] =>
  recordBy(systems, (system) => [inFolder(`${codeUser[system]}${folder}`, file)]);
const claudeIn = (folder: string): KnownPlace => inFolder(folder, "claude_desktop_config.json");
const devinIn = (folder: string): KnownPlace => inFolder(folder, "mcp_config.json");
const windsurf = devinIn("~/.codeium/windsurf");

/** The configuration of most hosts. */
const usual = { format: "json", entry: { section: "mcpServers", name: "kibitz" }, shape: "plain" } as const;

export const knownHosts: readonly KnownHost[] = [
  {
    id: "claude-desktop",
    title: "Claude Desktop",
    about: "Any chat in Claude Desktop can sit down and play.",
    places: {
      darwin: [claudeIn("~/Library/Application Support/Claude")],
      // Since February 2026 it comes as an MSIX package, whose AppData lies in a folder of its own.
      win32: [claudeIn("$ROAMING/Claude"), claudeIn("$LOCAL/Packages/Claude_*/LocalCache/Roaming/Claude")],
      linux: [claudeIn("$CONFIG/Claude")],
    },
    ...usual,
    prompts: { link: "claude-desktop", on: ["darwin", "win32"], isShared: true },
    next: "Quit Claude Desktop and start it again: closing its window is not enough.",
    download: "https://claude.ai/download",
  },
  {
    id: "claude-code",
    title: "Claude Code",
    about: "Claude Code can play in every project.",
    places: everywhere({ file: "~/.claude.json", sign: "~/.claude" }),
    ...usual,
    shape: "typed",
    terminal: "claude",
    prompts: { link: "claude-code", on: systems, isShared: false },
    next: "Start a new session of Claude Code; in a running one, /mcp shows it.",
  },
  {
    id: "vscode",
    title: "VS Code",
    about: "Copilot’s agent mode finds Kibitz among its tools.",
    places: inCode("", "mcp.json"),
    format: "jsonc",
    entry: { section: "servers", name: "kibitz" },
    shape: "typed",
    link: "vscode",
    terminal: "code",
    next: "Nothing to restart: VS Code picks up the change. It may ask once whether you trust the server.",
    download: "https://code.visualstudio.com/download",
  },
  {
    id: "cursor",
    title: "Cursor",
    about: "Cursor’s agent finds Kibitz among its tools.",
    places: everywhere(inFolder("~/.cursor", "mcp.json")),
    ...usual,
    format: "jsonc",
    link: "cursor",
    prompts: { link: "cursor", on: systems, isShared: false },
    next: "Switch Kibitz on under Settings → MCP where Cursor asks for it.",
  },
  {
    id: "codex",
    title: "Codex",
    about: "The command line, the editor’s extension and ChatGPT on the desktop share one configuration.",
    places: everywhere(inFolder("~/.codex", "config.toml")),
    format: "toml",
    entry: { section: "mcp_servers", name: "kibitz" },
    shape: "plain",
    terminal: "codex",
    next: "Start a new session of Codex.",
  },
  {
    id: "gemini",
    title: "Gemini CLI",
    about: "Gemini can play from any folder.",
    places: everywhere(inFolder("~/.gemini", "settings.json")),
    ...usual,
    format: "jsonc",
    terminal: "gemini",
    next: "Start a new session of Gemini CLI.",
  },
  {
    id: "goose",
    title: "Goose",
    about: "Goose finds Kibitz among its extensions.",
    places: inFolders(
      { darwin: "~/.config/goose", win32: "$ROAMING/Block/goose/config", linux: "$CONFIG/goose" },
      "config.yaml",
    ),
    format: "yaml",
    entry: { section: "extensions", name: "kibitz" },
    shape: "goose",
    next: "Start a new session of Goose.",
  },
  {
    id: "lm-studio",
    title: "LM Studio",
    about: "A model on this machine plays, where it can call tools.",
    places: everywhere(inFolder("~/.lmstudio", "mcp.json")),
    ...usual,
    link: "lmstudio",
    next: "Switch mcp/kibitz on in the chat’s integrations.",
  },
  {
    id: "zed",
    title: "Zed",
    about: "Zed’s agent finds Kibitz among its tools.",
    places: inFolders({ darwin: "~/.config/zed", win32: "$ROAMING/Zed", linux: "$CONFIG/zed" }, "settings.json"),
    format: "jsonc",
    entry: { section: "context_servers", name: "kibitz" },
    shape: "zed",
    next: "Nothing to restart: Zed picks up the change.",
  },
  {
    id: "cline",
    title: "Cline",
    about: "Cline, in VS Code, finds Kibitz among its servers.",
    places: inCode("/globalStorage/saoudrizwan.claude-dev", "settings/cline_mcp_settings.json"),
    ...usual,
    next: "Nothing to restart: Cline picks up the change.",
  },
  {
    id: "continue",
    title: "Continue",
    about: "Continue’s agent mode finds Kibitz among its tools.",
    places: everywhere(inFolder("~/.continue", "mcpServers/kibitz.yaml")),
    ...usual,
    format: "yaml",
    shape: "continue",
    ownFile: true,
    next: "Reload the editor’s window.",
  },
  {
    id: "windsurf",
    title: "Windsurf / Devin",
    about: "Cascade finds Kibitz among its tools.",
    places: {
      darwin: [devinIn("~/.config/devin"), windsurf],
      win32: [devinIn("$ROAMING/devin"), windsurf],
      linux: [devinIn("$CONFIG/devin"), windsurf],
    },
    ...usual,
    next: "Press Refresh in its list of MCP servers.",
  },
];
