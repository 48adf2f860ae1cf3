/**
 * Packs the application as `npm run dist` does, around a stand-in for Electron's distribution, which is Node with fuses to
 * set, so that it needs no Electron. Looks at what came out file by file, plays through its shim and its host, and makes the
 * deb of it. As root, where debootstrap is, that is installed into a fresh Debian, plays there, and is removed again.
 * Needs npm, its registry, and dpkg-deb. `npm test -- deb`
 */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import builder from "../electron-builder.config.ts";
import { install } from "../test/desktop/installed.ts";
import { readAnswer } from "../test/support/agents.ts";
import { projectDir } from "../test/support/host-process.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { skip } from "./skip.mjs";

const run = promisify(execFile);
const step = (what: string) => console.log(`- ${what}`);
const has = (program: string) =>
  run(program, ["--version"]).then(
    () => true,
    () => false,
  );
if (process.platform !== "linux" || !(await has("dpkg-deb"))) {
  skip("the test of the deb", "there is no dpkg-deb here");
  process.exit(0);
}

using folder = tempDir();
const at = (...parts: readonly string[]) => join(folder.path, ...parts);
const manifest = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8"));

/** A digest of each file, by its path in a folder. */
function contentsOf(root: string): ReadonlyMap<string, string> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  return new Map(paths.map((path) => [relative(root, path), digest(readFileSync(path))]));
}
const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** How Electron marks the place of its fuses: then a version, their number, and a digit each. */
const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
/** The fuses in their order on the wire. */
const fuses = [
  "runAsNode",
  "enableCookieEncryption",
  "enableNodeOptionsEnvironmentVariable",
  "enableNodeCliInspectArguments",
  "enableEmbeddedAsarIntegrityValidation",
  "onlyLoadAppFromAsar",
  "loadBrowserProcessSpecificV8Snapshot",
  "grantFileProtocolExtraPrivileges",
] as const;

/** The files of an archive, by their paths. */
function readArchive(file: string): ReadonlyMap<string, string> {
  interface Entry {
    readonly files?: Readonly<Record<string, Entry>>;
    readonly offset?: string;
    readonly size?: number;
  }
  const bytes = readFileSync(file);
  const header: Entry = JSON.parse(bytes.toString("utf8", 16, 16 + bytes.readUInt32LE(12)));
  const start = 8 + bytes.readUInt32LE(4);
  const list = ({ files, offset, size = 0 }: Entry, path: string): [string, string][] => {
    if (files) return Object.entries(files).flatMap(([name, entry]) => list(entry, path ? `${path}/${name}` : name));
    const from = start + Number(offset);
    return [[path, digest(bytes.subarray(from, from + size))]];
  };
  return new Map(list(header, "").toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Starts what an entry says, and has one move in a game against the engine answered. Resolves once its host is gone. */
async function playFrom(command: string, args: readonly string[], env: Record<string, string>, dataDir: string) {
  const client = new Client({ name: "assistant", version: "1" });
  // No Node on the PATH, and no display: what is there has to bring its own, and to do without a window.
  const surroundings = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", ...env };
  await client.connect(new StdioClientTransport({ command, args: [...args], env: surroundings, stderr: "inherit" }));
  const made = await client.callTool({ name: "createGame", arguments: { type: "computer", difficulty: 1 } });
  const { game_id } = readAnswer(made).data;
  const moved = await client.callTool({ name: "finishTurn", arguments: { game_id, move: "e4", wait: true } });
  equal(readAnswer(moved).data.ply, 2, readAnswer(moved).text);
  await client.close();
  const announcement = join(dataDir, "host.json");
  const { pid, url } = JSON.parse(readFileSync(announcement, "utf8"));
  const headers = { authorization: `Bearer ${readFileSync(join(dataDir, "person.token"), "utf8").trim()}` };
  const { targets } = JSON.parse(await (await fetch(`${url}/api/connect`, { headers })).text());
  match(await (await fetch(url)).text(), /<title>Kibitz/);
  process.kill(pid, "SIGTERM");
  while (existsSync(announcement)) await delay(50);
  return JSON.parse(targets.find(({ id }: { id: string }) => id === "claude-desktop").block).mcpServers.kibitz;
}

step("a stand-in for Electron's distribution");
const dist = at("dist");
mkdirSync(join(dist, "locales"), { recursive: true });
copyFileSync(process.execPath, join(dist, "electron"));
appendFileSync(join(dist, "electron"), Buffer.from(`${sentinel}\x01\x09011111111`, "latin1"));
for (const name of ["chrome-sandbox", "chrome_crashpad_handler"]) writeFileSync(join(dist, name), "#!/bin/sh\n");
for (const name of ["electron", "chrome-sandbox", "chrome_crashpad_handler"]) chmodSync(join(dist, name), 0o755);
for (const name of ["LICENSE", "LICENSES.chromium.html", "version", "icudtl.dat", "locales/en-US.pak"])
  writeFileSync(join(dist, name), name === "version" ? "0.0.0" : `stand-in for ${name}\n`);

const packer: string = /electron-builder@\S+/.exec(manifest.scripts.dist)?.[0] ?? "";
step(packer);
const config = ["--config", "electron-builder.config.ts", "--linux", "deb", "--x64", "--publish", "never"];
const places = [`-c.electronDist=${dist}`, `-c.directories.output=${at("out")}`];
const fpm = process.env["CUSTOM_FPM_PATH"] ?? join(projectDir, "scripts", "fpm-by-dpkg.mjs");
const packed = await run("npx", ["--yes", packer, ...config, ...places], {
  cwd: projectDir,
  env: { ...process.env, CUSTOM_FPM_PATH: fpm },
  maxBuffer: 1e8,
}).catch((error) => {
  throw new Error(`${error.stdout}\n${error.stderr}`);
});
ok(!/⨯/.test(packed.stdout), packed.stdout);

step("the unpacked application, file by file");
const unpacked = at("out", "linux-unpacked");
const resources = join(unpacked, "resources");
const byHand = contentsOf(await install(at("by-hand")));
const inResources = new Map(contentsOf(resources));
equal(inResources.delete("apparmor-profile"), true);
// The tests of the installed application lay it out by hand: both have to be the same, but for what is in the archive.
deepEqual([...inResources.keys()], [...byHand.keys()]);
for (const [path, content] of byHand) if (path !== "app.asar") equal(inResources.get(path), content, path);
const beside = readdirSync(unpacked).toSorted();
deepEqual(beside, [
  "LICENSE.electron.txt",
  "LICENSES.chromium.html",
  "chrome-sandbox",
  "chrome_crashpad_handler",
  "icudtl.dat",
  "kibitz",
  "locales",
  "resources",
  "version",
]);
for (const program of ["kibitz", "resources/launchers/kibitz-mcp"])
  equal(statSync(join(unpacked, program)).mode & 0o777, 0o755, program);

const archive = readArchive(join(resources, "app.asar"));
const built = [...contentsOf(join(projectDir, "out"))].filter(
  ([path]) => !/^(fingerprint$|files\.json$|shim\/|stockfish\/)/.test(path),
);
deepEqual(
  [...archive].filter(([path]) => path.startsWith("out/")),
  built
    .map(([path, content]) => [`out/${path}`, content])
    .toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
);
deepEqual(
  [...archive.keys()].filter((path) => !path.startsWith("out/")),
  ["LICENSE", "package.json"],
);

step("the fuses, as they are configured");
const executable = readFileSync(join(unpacked, "kibitz"));
const wire = executable.toString("latin1", executable.lastIndexOf(sentinel) + sentinel.length);
equal(wire, `\x01\x09${fuses.map((fuse) => (builder.electronFuses[fuse] ? "1" : "0")).join("")}1`);

step("its shim and its host, from where they lie");
const home = { HOME: at("home") };
mkdirSync(home.HOME);
const launcher = join(resources, "launchers", "kibitz-mcp");
const own = await playFrom(launcher, ["--data-dir", at("data")], home, at("data"));
equal(own.command, launcher);

step("the deb: what it says of itself, and every file of it");
const deb = at("out", `Kibitz-${manifest.version}-amd64.deb`);
const field = async (name: string) => (await run("dpkg-deb", ["--field", deb, name])).stdout.trim();
deepEqual(await Promise.all(["Package", "Version", "Homepage"].map(field)), [
  "kibitz",
  manifest.version,
  manifest.homepage,
]);
match(await field("Maintainer"), /^Kibitz maintainers </);
match(await field("Description"), /^The table at which /);
await run("dpkg-deb", ["--extract", deb, at("content")]);
deepEqual(contentsOf(at("content", "opt", "Kibitz")), contentsOf(unpacked));
const shared = [...contentsOf(at("content", "usr", "share")).keys()];
const sizes = readdirSync(join(projectDir, builder.linux.icon)).filter((name) => name.endsWith(".png"));
deepEqual(shared, [
  "applications/kibitz.desktop",
  "doc/kibitz/copyright",
  ...sizes.map((name) => `icons/hicolor/${name.replace(".png", "")}/apps/kibitz.png`).toSorted(),
  "mime/packages/kibitz.xml",
]);
const desktop = readFileSync(at("content", "usr", "share", "applications", "kibitz.desktop"), "utf8");
const types = "MimeType=application/vnd.chess-pgn;application/x-ggf;x-scheme-handler/kibitz;";
for (const line of ["Name=Kibitz", "Exec=/opt/Kibitz/kibitz %U", types, "Icon=kibitz"])
  ok(desktop.includes(`${line}\n`), `${line} in ${desktop}`);

if (process.getuid?.() === 0 && (await has("debootstrap"))) await inFreshRoot();
else skip("the installation into a fresh Debian", "it takes root, and debootstrap");
console.log("The deb works.");

/** Installs the deb where nothing else is, plays there as an ordinary user, and looks at what is left of it in the end. */
async function inFreshRoot(): Promise<void> {
  step("a fresh Debian, with what the deb depends on");
  const root = at("root");
  const options = { maxBuffer: 1e8, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" } };
  const apt = ["-qq", "--yes", "--no-install-recommends", "satisfy"];
  await run("debootstrap", ["--variant=minbase", "bookworm", root], options);
  copyFileSync("/etc/resolv.conf", join(root, "etc", "resolv.conf"));
  // Mounts of its own, which go with the last program in there.
  const mounts = `mount --bind /dev ${root}/dev && mount -t proc proc ${root}/proc && exec "$@"`;
  const inside = (user: string) => [
    "--mount",
    "--propagation",
    "private",
    "sh",
    "-ec",
    mounts,
    "sh",
    "chroot",
    `--userspec=${user}`,
    root,
  ];
  const asRoot = (...command: readonly string[]) => run("unshare", [...inside("0:0"), ...command], options);
  await asRoot("apt-get", "-qq", "update");
  await asRoot("apt-get", ...apt, await field("Depends"));
  await asRoot("useradd", "--create-home", "anna");
  const left = () =>
    execFileSync("find", [root, "-xdev", "-not", "-type", "d", "-printf", "%P %l\n"], {
      encoding: "utf8",
      maxBuffer: 1e8,
    })
      .split("\n")
      // Excludes the package manager's own records, and the person's files.
      .filter((line) => !/^(var\/(lib\/dpkg|log|cache)|home)\//.test(line))
      .toSorted();
  const before = left();

  step("installed, and played with from its own entry, with no Node on the PATH and no display");
  copyFileSync(deb, join(root, "kibitz.deb"));
  await asRoot("dpkg", "--install", "/kibitz.deb");
  rmSync(join(root, "kibitz.deb"));
  equal((await asRoot("readlink", "--canonicalize", "/usr/bin/kibitz")).stdout, "/opt/Kibitz/kibitz\n");
  const { stdout: ids } = await asRoot("id", "anna");
  const [user, group] = [/uid=(\d+)/.exec(ids)?.[1], /gid=(\d+)/.exec(ids)?.[1]];
  const data = join(root, "home", "anna", ".local", "share", "kibitz");
  const start = (command: string, args: readonly string[]) =>
    playFrom("unshare", [...inside(`${user}:${group}`), command, ...args], { HOME: "/home/anna" }, data);
  const entry = await start("/opt/Kibitz/resources/launchers/kibitz-mcp", []);
  deepEqual(entry, { command: "/opt/Kibitz/resources/launchers/kibitz-mcp", args: ["--for", "claude-desktop"] });
  await start(entry.command, entry.args);

  step("removed, with nothing left but what is the person's");
  await asRoot("dpkg", "--purge", "kibitz");
  deepEqual(left(), before);
  equal(existsSync(join(root, "opt", "Kibitz")), false);
  ok(existsSync(join(data, "kibitz.db")));
}
