import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { wishText } from "./model.ts";
import type { Program } from "./programs.ts";

const wireProgram = join(import.meta.dirname, "wire.ts");

/** Where a program runs, and what it is connected to. */
export interface Place {
  /** Where the programs are installed, each in a folder of its own. */
  readonly hosts: string;
  readonly checkout: string;
  /** Kibitz's data folder. */
  readonly dataDir: string;
  /** The address that answers for its vendor. */
  readonly vendor: string;
  /** Where the wire between it and the shim reports. */
  readonly socket: string;
  /** Its home; a new folder. */
  readonly home: string;
}

export interface Launched {
  readonly exited: Promise<unknown>;
  /** The writer of the entry in its configuration. */
  readonly connectedBy: "kibitz connect" | "hand";
  /** The text that it has written so far, without the codes that move a cursor. */
  output(): string;
  /** Resolves once it has written this after a place in its output. */
  written(text: string, from: number): Promise<void>;
  type(keys: string): void;
  [Symbol.asyncDispose](): Promise<void>;
}

const binaryOf = (hosts: string, { host, binary }: Program) => join(hosts, host, "node_modules", ".bin", binary);

/** Names what this machine lacks for a program; null for nothing. */
export function missingFor(program: Program, hosts: string): string | null {
  if (!existsSync(binaryOf(hosts, program))) return `${program.package}@${program.version} in ${hosts}`;
  const hasScript = ["/usr/bin/script", "/bin/script"].some((path) => existsSync(path));
  return program.inTerminal && !hasScript ? "the command script of util-linux" : null;
}

/** Installs a program in a folder of its own. Of install scripts only its own one runs, which fetches or places its binary. */
export function install(program: Program, hosts: string): void {
  const { host, package: name, version } = program;
  const folder = join(hosts, host);
  mkdirSync(folder, { recursive: true });
  const manifest = { private: true, dependencies: { [name]: version }, allowScripts: { [name]: true } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  execFileSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

/** Starts a program with its own home and no variables of this process. */
export async function launch(program: Program, place: Place): Promise<Launched> {
  const { hosts, home, vendor } = place;
  const work = join(home, "work");
  mkdirSync(work, { recursive: true });
  for (const [path, content] of Object.entries(program.files(vendor, home))) write(home, path, content);
  const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  const env = { PATH: path, HOME: home, LANG: "C.UTF-8", SHELL: "/bin/sh", ...program.env(vendor) };
  const connectedBy = (await connect(program, place, env)) ? "kibitz connect" : "hand";

  const words = [binaryOf(hosts, program), ...program.arguments(wishText)];
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const [command = "", ...args] = program.inTerminal
    ? ["script", "-qefc", `stty rows 50 cols 120; exec ${quoted}`, "/dev/null"]
    : words;
  const child = spawn(command, args, {
    cwd: work,
    env,
    stdio: [program.inTerminal ? "pipe" : "ignore", "pipe", "pipe"],
  });
  const output = collect(child);
  return {
    connectedBy,
    exited: once(child, "exit"),
    output: output.text,
    written: output.written,
    type: (keys) => void child.stdin?.write(keys),
    [Symbol.asyncDispose]: async () => {
      // Also those that it started, and that detached themselves.
      while (endAllIn(home)) await pause(20);
    },
  };
}

function write(home: string, path: string, content: unknown): void {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
}

/** Writes the entry, with the wire before the shim. False where `kibitz connect` writes none that the program reads. */
async function connect(
  { host, servers }: Program,
  { checkout, dataDir, home, socket }: Place,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const file = join(home, servers.file);
  const shim = join(checkout, "out", "shim", "kibitz-mcp.mjs");
  const connector = [join(checkout, "scripts", "kibitz.mjs"), "connect", host, "--data-dir", dataDir];
  await promisify(execFile)(process.execPath, connector, { env }).catch(() => {
    // This host is unknown to it, or it found no trace of it.
  });
  const text = readFileSync(file, "utf8");
  const isWritten = text.includes(shim);
  const wired = [wireProgram, socket, process.execPath, shim];
  // An array of JSON or TOML, or a list of YAML.
  const withWire = text
    .replace(JSON.stringify(shim), wired.map((word) => JSON.stringify(word)).join(", "))
    .split("\n")
    .flatMap((line) => (line.trim() === `- ${shim}` ? wired.map((word) => line.replace(shim, word)) : [line]))
    .join("\n");
  const byHand = [process.execPath, ...wired, "--data-dir", dataDir];
  writeFileSync(file, isWritten ? withWire : servers.withEntry(text, byHand));
  return isWritten;
}

function collect(child: ChildProcess) {
  let text = "";
  const heard = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      for (const hear of heard) hear();
    });
  const shown = () => withoutCodes(text);
  return {
    text: shown,
    written: (wanted: string, from: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!shown().slice(from).includes(wanted)) return;
          heard.delete(look);
          resolve();
        };
        heard.add(look);
        look();
      }),
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the codes of terminals
const codes = /\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][A-Z0-9]|\x1b[=>78cM]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const withoutCodes = (text: string): string => text.replace(/\x1b\[\d*C/g, " ").replace(codes, "");

/** Ends all processes with this home. False where there are none. */
function endAllIn(home: string): boolean {
  let found = false;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`HOME=${home}`)) continue;
      process.kill(Number(pid), "SIGKILL");
      found = true;
    } catch {
      // It has ended by itself, or is another user's.
    }
  }
  return found;
}
