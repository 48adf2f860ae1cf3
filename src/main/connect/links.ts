import { installLinks, promptLinks } from "../../shared/desktop.ts";
import { type KnownHost, knownHosts } from "./hosts.ts";
import { type Command, commandLine, quotedPath, shellQuoted } from "./shim-command.ts";

/** The host's own command that adds the entry, as one line to paste; null where it has none. */
export function terminalLine({ terminal }: KnownHost, shim: Command, platform: NodeJS.Platform): string | null {
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
export function installLink({ link }: KnownHost, { command, args }: Command): string | null {
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
