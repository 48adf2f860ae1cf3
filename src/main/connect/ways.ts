import { installLinks } from "../../shared/desktop.ts";
import type { KnownHost } from "./hosts.ts";
import { type Command, commandLine, quotedPath } from "./shim-command.ts";

/** The host's own command that adds the entry, as one line to paste; null where it has none. */
export function terminalLine({ terminal }: KnownHost, shim: Command, platform: NodeJS.Platform): string | null {
  switch (terminal) {
    case "claude":
      return `claude mcp add --scope user --transport stdio kibitz -- ${commandLine(shim, platform)}`;
    case "code":
      return `code --add-mcp ${shellQuoted(JSON.stringify({ name: "kibitz", ...shim }), platform)}`;
    case "codex":
      return `codex mcp add kibitz -- ${commandLine(shim, platform)}`;
    case "gemini": {
      // Options before “--” would be taken for Gemini's own.
      const first = shim.args.findIndex((word) => word.startsWith("--"));
      const cut = first === -1 ? shim.args.length : first;
      const [own, options] = [shim.args.slice(0, cut), shim.args.slice(cut)].map((words) =>
        words.map((word) => quotedPath(word, platform)).join(" "),
      );
      return `gemini mcp add -s user kibitz ${quotedPath(shim.command, platform)} ${own} -- ${options}`;
    }
    default:
      return null;
  }
}

/** The address that has the host ask whether to add the entry; null where it knows none. */
export function installLink({ link }: KnownHost, { command, args }: Command): string | null {
  const base64 = (value: object) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString("base64"));
  switch (link) {
    case "vscode":
      return `${installLinks.vscode}${encodeURIComponent(JSON.stringify({ name: "kibitz", command, args }))}`;
    case "cursor":
      return `${installLinks.cursor}name=kibitz&config=${base64({ command, args })}`;
    case "lmstudio":
      return `${installLinks.lmstudio}name=kibitz&config=${base64({ command, args })}`;
    default:
      return null;
  }
}

const shellQuoted = (text: string, platform: NodeJS.Platform): string =>
  platform === "win32" ? `"${text.replaceAll('"', '\\"')}"` : `'${text.replaceAll("'", "'\\''")}'`;
