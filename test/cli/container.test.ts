import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { readStartOptions, usage } from "../../src/main/start/start-options.ts";
import { projectDir } from "../support/host-process.ts";
import { kibitz } from "../support/kibitz.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";
import { ownMark } from "../tooling/no-leftovers.ts";

// Checks the Dockerfile's statements, without an engine for containers: `npm test -- container` has one. As root, it is tried in a
// root of its own in which nothing else is; as anybody else, in a folder of its own.

const dockerfile = readFileSync(join(projectDir, "Dockerfile"), "utf8")
  .replace(/^#.*\n/gm, "")
  .replace(/\\\n\s*/g, "");
/** The arguments of each instruction of a kind, in order. */
const told = (kind: string): readonly string[] =>
  [...dockerfile.matchAll(new RegExp(`^\\s*${kind} (.+)$`, "gm"))].map(([, rest = ""]) => rest);
const words = (kind: string): readonly string[] => JSON.parse(told(kind)[0] ?? "[]");

/** Node's own shared libraries, by their paths. */
const libraries = () =>
  [...execFileSync("ldd", [process.execPath], { encoding: "utf8" }).matchAll(/(\/\S+) \(0x/g)].map(
    ([, path = ""]) => path,
  );

/** Lays the image out in a folder: what the last steps of the build copy together, and Node. */
function layOut(root: string): void {
  const steps = told("RUN").find((line) => line.startsWith("mkdir -p /kibitz")) ?? "";
  const home = join(root, "opt", "kibitz");
  execFileSync("sh", ["-ec", steps.replace(/(?<= )\/kibitz\b/g, '"$home"')], {
    cwd: projectDir,
    stdio: "pipe",
    env: { ...process.env, home },
  });
  // An image is built from nothing: without what earlier builds have left here for hosts that still run.
  const built: readonly string[] = JSON.parse(readFileSync(join(projectDir, "out", "files.json"), "utf8"));
  for (const file of readdirSync(join(home, "out"), { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile() && !built.includes(relative(join(home, "out"), path))) rmSync(path);
  }
  mkdirSync(join(root, "usr", "local", "bin"), { recursive: true });
  const node = join(root, "usr", "local", "bin", "node");
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
}

const isRoot = process.getuid?.() === 0;

test.skipIf(process.platform !== "linux")("the image contains all that the host needs", async () => {
  using folder = tempDir();
  const root = folder.path;
  // As in an engine for containers.
  const umask = process.umask(0o022);
  onTestFinished(() => void process.umask(umask));
  chmodSync(root, 0o755);
  layOut(root);
  expect(existsSync(join(root, "opt", "kibitz", "out", "renderer", "third-party.txt"))).toBe(true);
  // As docs/operating.md says, in megabytes.
  const size =
    Number.parseInt(execFileSync("du", ["-sb", join(root, "opt", "kibitz")], { encoding: "utf8" }), 10) / 1e6;
  expect(readFileSync(join(projectDir, "docs/operating.md"), "utf8")).toContain(`${Math.round(size)} MB of Kibitz`);
  const data = join(root, "data");
  mkdirSync(data, { mode: 0o700 });
  const [entry = ""] = words("ENTRYPOINT");
  const script =
    told("RUN")
      .join(" ")
      .match(new RegExp(`ln -s (\\S+) /usr/local/bin/${entry}\\b`))?.[1] ?? "";
  const inside = isRoot ? "" : root;
  if (isRoot) {
    chownSync(data, 1000, 1000);
    for (const library of libraries()) {
      mkdirSync(join(root, dirname(library)), { recursive: true });
      copyFileSync(library, join(root, library));
    }
  }
  const command = words("CMD");
  const node = [`${inside}/usr/local/bin/node`];
  const within = isRoot ? ["chroot", "--userspec=1000:1000", root] : ["env"];
  // As an engine sets it, by the user.
  const HOME = "/home/kibitz";
  const env = {
    ...ownMark(),
    HOME,
    // An administrator's programs, of which `chroot` is one, are not in everybody's.
    PATH: [process.env["PATH"], "/usr/sbin", "/sbin"].join(":"),
    KIBITZ_DATA_DIR: `${inside}/data`,
    // Any, in the place of the image's own.
    KIBITZ_PORT: "0",
    KIBITZ_LOG_LEVEL: "warn",
  };
  const start = (args: readonly string[], others: Readonly<Record<string, string>> = {}) => {
    const [program = "", ...rest] = [...within, ...node, ...args];
    const child = spawn(program, rest, { env: { ...env, ...others }, stdio: ["ignore", "pipe", "pipe"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    return { child, ended: once(child, "exit") };
  };
  const { child, ended } = start([`${inside}${script}`, ...command, "--json"]);
  let warned = "";
  child.stderr.on("data", (text) => {
    warned += text;
  });
  try {
    const [line] = await Promise.race([
      once(createInterface({ input: child.stdout }), "line"),
      ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}: ${warned}`))),
    ]);
    const { url, token, dataDir } = JSON.parse(String(line));
    expect(dataDir).toBe(`${inside}/data`);
    expect(warned).toContain("open to the network at 0.0.0.0");
    // The check of its health, as the image has it.
    const [health = "[]"] = /CMD (\[.+\])$/m.exec(told("HEALTHCHECK").join("\n"))?.slice(1) ?? [];
    const [, ...check]: readonly string[] = JSON.parse(health);
    // Wherever it listens; and not where nothing does.
    const checks = [env.KIBITZ_DATA_DIR, "/nonexistent"].map((place) => start(check, { KIBITZ_DATA_DIR: place }));
    expect(await Promise.all(checks.map(async (each) => (await each.ended)[0]))).toEqual([0, 1]);
    expect((await fetch(`${url}/api/games`)).status).toBe(401);
    // The engine and the pages came along.
    const person = personAt({ url, token });
    const players = { white: { kind: "computer", level: 1 }, black: { kind: "human" } };
    const { body: made } = await person.post("/api/games", { players });
    await person.turn(made.game_id, "black");
    expect(await (await fetch(url)).text()).toContain("<title>Kibitz");
  } finally {
    child.kill("SIGTERM");
  }
  expect((await ended)[0]).toBe(0);
});

test("the image runs as an ordinary user, keeps its data in a volume, and is published to this machine alone", () => {
  expect(told("USER")).toEqual(["kibitz"]);
  expect(told("ENV").join(" ")).toContain("KIBITZ_PORT=7397");
  for (const image of told("FROM")) expect(image).toMatch(/:\d+\.\d+/);
  expect(told("VOLUME")).toEqual(["/data"]);
  expect(told("RUN").join(" ")).toContain("install -d -m 700 -o kibitz -g kibitz /data");
  const { services } = parse(readFileSync(join(projectDir, "compose.yaml"), "utf8"), { merge: true });
  expect(services.kibitz).toMatchObject({ ports: ["127.0.0.1:7397:7397"], volumes: ["data:/data"], read_only: true });
  const entrants = JSON.parse(readFileSync(join(projectDir, "examples", "four-players.json"), "utf8"));
  for (const { name, endpoint } of entrants)
    expect(services[name.toLowerCase()].command).toBe(
      `player --name ${name} --strategy ${/--strategy (\w+)/.exec(services[name.toLowerCase()].command)?.[1]} --port ${new URL(endpoint).port}`,
    );
});

test("every command of the compose file is one of kibitz, with options that it has, and every part has its own port", async () => {
  const { services } = parse(readFileSync(join(projectDir, "compose.yaml"), "utf8"), { merge: true });
  const commands = Object.entries<{ command?: string; environment?: { PORT: number }; depends_on?: object }>(services);
  const helps = new Map<string, string>();
  const ports: string[] = [];
  for (const [service, { command, environment, depends_on = {} }] of commands) {
    for (const other of Object.keys(depends_on)) expect(services).toHaveProperty(other);
    if (command === undefined) continue;
    const [name = "", ...rest] = command.split(" ");
    const help = helps.get(name) ?? (await kibitz(name, "--help")).out;
    helps.set(name, help);
    expect(help).toMatch(new RegExp(`^Usage: kibitz ${name} `));
    const options = rest.filter((word) => word.startsWith("--"));
    for (const option of options) expect(help).toMatch(new RegExp(`^  (.*, )?${option}\\b`, "m"));
    const port = / --port (\d+)/.exec(command)?.[1];
    if (service !== "league") expect(port).toBe(String(environment?.PORT));
    if (port) ports.push(port);
  }
  expect(ports.toSorted()).toEqual(["8001", "8101", "8102", "8103", "8104"]);
});

test("the hosts of an arena are as closed as the one alone, and take the settings that they are given", () => {
  const given = { KIBITZ_ARENA_SECRET: "ab".repeat(32), KIBITZ_DATABASE_PASSWORD: "cd".repeat(32) } as const;
  const missing = new Set<string>();
  const text = readFileSync(join(projectDir, "compose.arena.yaml"), "utf8").replace(
    /\$\{(\w+):\?[^}]+\}/g,
    (_, name: string) => {
      missing.add(name);
      return Object.entries(given).find(([known]) => known === name)?.[1] ?? "";
    },
  );
  // Nothing has a value that anybody could know, and nothing is asked for that the file does not say how to make.
  expect([...missing].toSorted()).toEqual(Object.keys(given));
  expect(/^# for name in ([\w ]+);/m.exec(text)?.[1]?.split(" ")).toEqual(Object.keys(given));
  const { services, volumes } = parse(text, { merge: true });
  const { database, ...hosts } = services;
  const { kibitz: alone } = parse(readFileSync(join(projectDir, "compose.yaml"), "utf8"), { merge: true }).services;
  expect(Object.keys(hosts)).toHaveLength(2);
  const own = new Set<string>();
  for (const host of Object.values<typeof alone>(hosts)) {
    for (const key of ["build", "image", "init", "read_only", "tmpfs", "cap_drop", "security_opt"])
      expect(host[key]).toEqual(alone[key]);
    expect(host.depends_on).toEqual({ database: { condition: "service_healthy" } });
    const [published, volume] = [String(host.ports), String(host.volumes)];
    expect(published).toMatch(/^127\.0\.0\.1:\d+:7397$/);
    expect(volume).toMatch(/^\w+:\/data$/);
    own.add(published).add(volume);
    expect(volumes).toHaveProperty(volume.split(":")[0] ?? "");
    const settings = readStartOptions(words("CMD").slice(1), host.environment);
    if (!settings.ok) throw new Error(settings.message);
    const address = new URL(settings.value.database?.text ?? "");
    expect([address.hostname, address.port]).toEqual(["database", "5432"]);
    expect([address.username, address.pathname.slice(1), host.environment.PGPASSWORD]).toEqual([
      database.environment.POSTGRES_USER,
      database.environment.POSTGRES_DB,
      database.environment.POSTGRES_PASSWORD,
    ]);
    expect(settings.value.arenaSecret).toBe(given.KIBITZ_ARENA_SECRET);
    // A misspelt variable would be ignored.
    for (const name of Object.keys(host.environment)) expect(`${usage} PGPASSWORD`).toContain(name);
  }
  expect(own.size).toBe(4);
  expect(database.ports).toBeUndefined();
  expect(database.healthcheck.test).toContain(`--username ${database.environment.POSTGRES_USER}`);
});
