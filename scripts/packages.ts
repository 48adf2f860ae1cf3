// Makes the packages that terminals' assistants install in one step, into dist/packages or the folder that is named: the
// shim, the skill and the form of each host. Needs what `npm run build` made. With --validate, the hosts that are on the
// PATH check and install them, in a home of their own.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { commandFor, entryOf } from "../src/main/connect/entry.ts";
import { knownHosts } from "../src/main/connect/hosts.ts";
import { root } from "./fingerprint.mjs";
import { fillPackage, homepage, manifest, refuse, version } from "./package-contents.mjs";

/** A package: the folder is named as its host is in `kibitz connect`. */
interface Package {
  readonly id: string;
  /** The package's folder, as the host writes it in a command. */
  readonly folder: string;
  /** The files of the host's form, by their paths, with its entry for the server or that entry's command alone. */
  readonly files: (server: object, command: object) => Readonly<Record<string, object>>;
  /** A person's commands, for the folder that holds the packages. */
  readonly install: readonly string[];
  /** The programs that check the package, with the same folder. */
  readonly checks: readonly (readonly string[])[];
}

const variable = (word: string) => `\${${word}}`;
const name = "kibitz";
const { author, license, keywords, description } = manifest;
const about = { name, version, description, author, homepage, license, keywords };
const skill = "play-on-kibitz";

/** The open form, Agent Plugins 1.0.0 (agent-plugins.org, read 2026-11-29). Its servers have no other fields. */
const agentPlugin = {
  folder: variable("PLUGIN_ROOT"),
  files: (_: object, command: object) => ({
    "plugin.json": { $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", ...about },
    "mcp.json": {
      $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json",
      mcpServers: { [name]: { type: "stdio", ...command } },
    },
  }),
};

const packages: readonly Package[] = [
  {
    id: "claude-code",
    folder: variable("CLAUDE_PLUGIN_ROOT"),
    files: (server) => ({
      ".claude-plugin/plugin.json": { ...about, icon: "./icon.png" },
      ".mcp.json": { mcpServers: { [name]: server } },
    }),
    install: ["claude plugin marketplace add FOLDER", "claude plugin install kibitz@kibitz"],
    checks: [
      ["claude", "plugin", "validate", "--strict", "FOLDER/claude-code"],
      ["claude", "plugin", "validate", "--strict", "FOLDER"],
    ],
  },
  {
    id: "codex",
    folder: ".",
    files: (server) => ({
      ".codex-plugin/plugin.json": {
        ...about,
        skills: "./skills/",
        mcpServers: "./.mcp.json",
        interface: { displayName: manifest.display_name, shortDescription: description, logo: "./icon.png" },
      },
      ".mcp.json": { mcpServers: { [name]: { ...server, cwd: "." } } },
    }),
    install: ["codex plugin marketplace add FOLDER", "codex plugin add kibitz@kibitz"],
    checks: [
      ["codex", "plugin", "marketplace", "add", "FOLDER"],
      ["codex", "plugin", "add", "kibitz@kibitz"],
      ["codex", "mcp", "get", "kibitz"],
    ],
  },
  {
    id: "gemini",
    folder: variable("extensionPath"),
    files: (server) => ({
      "gemini-extension.json": { name, version, description, mcpServers: { [name]: server } },
    }),
    install: ["gemini extensions install FOLDER/gemini"],
    checks: [["gemini", "extensions", "validate", "FOLDER/gemini"]],
  },
  {
    id: "copilot",
    ...agentPlugin,
    install: ["copilot plugin marketplace add FOLDER", "copilot plugin install kibitz@kibitz"],
    checks: [
      ["copilot", "plugin", "marketplace", "add", "FOLDER"],
      ["copilot", "plugin", "install", "kibitz@kibitz"],
      ["copilot", "mcp", "get", "kibitz"],
    ],
  },
  {
    id: "cursor",
    ...agentPlugin,
    install: ["cp -r FOLDER/cursor ~/.cursor/plugins/local/kibitz"],
    checks: [],
  },
];

const entryIn = (id: string) => ({ name, source: `./${id}`, description });
const owned = { name, owner: author, metadata: { description } };
/** The catalogues in which a folder of packages offers them, by their paths. */
const catalogues: Readonly<Record<string, object>> = {
  ".claude-plugin/marketplace.json": { ...owned, plugins: [entryIn("claude-code")] },
  ".github/plugin/marketplace.json": { ...owned, plugins: [entryIn("copilot")] },
  ".cursor-plugin/marketplace.json": { ...owned, plugins: [entryIn("cursor")] },
  ".agents/plugins/marketplace.json": {
    name,
    interface: { displayName: manifest.display_name },
    plugins: [
      {
        name,
        source: { source: "local", path: "./codex" },
        policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
        category: "Games",
      },
    ],
  },
};

function write(folder: string, files: Readonly<Record<string, object | string>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
  }
}

const readme = (title: string, install: readonly string[]) => `# Kibitz for ${title}

${manifest.long_description} With it comes a skill, by which the assistant plays well and to the end.

It needs Node 18 or newer on the PATH. To install it, where FOLDER is the folder that holds this one:

\`\`\`text
${install.join("\n")}
\`\`\`
`;

/** Runs the checks of a package; what to say of them. */
function check({ id, checks }: Package, out: string): string {
  const home = mkdtempSync(join(tmpdir(), "kibitz-packages-"));
  try {
    for (const [program = "", ...words] of checks) {
      const args = words.map((word) => word.replace("FOLDER", out));
      const env = { PATH: process.env["PATH"], HOME: home, USERPROFILE: home };
      const { error, status, stdout, stderr } = spawnSync(program, args, { env, cwd: home, encoding: "utf8" });
      if (error) return `- ${id}: not checked, there is no ${program} on the PATH.`;
      if (status !== 0) refuse(`${[program, ...args].join(" ")}: ${stdout}${stderr}`);
    }
    return checks.length === 0 ? `- ${id}: no program to check it with.` : `✓ ${id}: its host takes it.`;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const args = process.argv.slice(2);
const out = resolve(args.find((word) => !word.startsWith("--")) ?? join(root, "dist", "packages"));
write(out, catalogues);
for (const { id, folder, files, install } of packages) {
  const host = knownHosts.find((known) => known.id === id);
  if (!host) throw new Error(`there is no host ${id}`);
  const shim = { command: "node", args: [`${folder}/server/kibitz-mcp.mjs`] };
  fillPackage(join(out, id));
  cpSync(join(root, "src", "main", "mcp", "skills", skill), join(out, id, "skills", skill), { recursive: true });
  write(join(out, id), {
    ...files(entryOf(host, shim), commandFor(host, shim)),
    "README.md": readme(host.title, install),
  });
}
if (args.includes("--validate")) for (const each of packages) console.log(check(each, out));
console.log(`Made ${packages.length} packages in ${out}.`);
