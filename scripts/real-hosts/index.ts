// `npm run hosts -- [options]`: plays the real programs of MCP hosts that need no account, and prints how they show
// themselves and how their games go.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readOptions } from "../../src/main/start/read-options.ts";
import { type OptionValues, optionHelp } from "../../src/shared/command-options.ts";
import { projectDir } from "../../test/support/host-process.ts";
import { endWithStarter } from "../endings.mjs";
import { install, missingFor } from "./launch.ts";
import { type Course, type Match, opponentOf, play } from "./match.ts";
import { type Kill, killable } from "./person.ts";
import { type Program, programs } from "./programs.ts";
import { gamesTable, hostsTable } from "./table.ts";
import { startVendors, type Vendors } from "./vendors.ts";

const options = {
  install: "first install the programs from the npm registry (2 GB)",
  "hosts DIR": "where they are installed (default: .cache/hosts)",
  "only IDS": `some of ${programs.map(({ id }) => id).join(", ")}`,
  "checkout DIR": "the built Kibitz to play at (default: this one)",
  "person LIST": 'seconds that a person takes for a move, or "none" (default: 5,60,150)',
  "plies N": "the person resigns after so many plies (default: 6)",
  "no-computer": "no whole games against the computer",
  "no-forms": "no games in which the model asks its person by forms",
  "sleep MINUTES": "only this, with those that hold a conversation: one move of the person takes so long",
  "kill LIST": "with --sleep: the same again with each of host, shim, both killed half-way",
  "at-once N": "games at a time (default: 4)",
  "json FILE": "write all figures, too",
  "logs DIR": "keep what was said on the wire and before the model",
  help: "print this",
} as const;

const usage = `Usage: npm run hosts -- [options]

Plays the real programs of MCP hosts against the computer and against a person. Their vendors' models are played by a
stand-in that does what an answer's next action says, so no account is needed. Each game has a home of its own.

${optionHelp(options)}
`;

const say = (line: string) => void process.stderr.write(`${line}\n`);

interface Settings {
  readonly programs: readonly Program[];
  readonly matches: readonly Match[];
  readonly hosts: string;
  readonly checkout: string;
  readonly atOnce: number;
}

/** Reads the options; one sentence on what is wrong with them, if anything is. */
function settingsFrom(values: OptionValues<typeof options>): Settings | string {
  const usually = programs.filter(({ inTerminal }) => values.sleep === undefined || inTerminal);
  const named = values.only?.split(",") ?? usually.map(({ id }) => id);
  const unknown = named.find((name) => !programs.some(({ id }) => id === name));
  if (unknown !== undefined)
    return `There is no host ${unknown}. Known are ${programs.map(({ id }) => id).join(", ")}.`;
  const person = values.person ?? "5,60,150";
  const thoughts = person === "none" ? [] : person.split(",").map(Number);
  const [plies, sleep, atOnce] = [values.plies ?? "6", values.sleep ?? "0", values["at-once"] ?? "4"].map(Number);
  if (![plies, sleep, atOnce, ...thoughts].every((number) => Number.isFinite(number) && Number(number) >= 0))
    return "--person, --plies, --sleep and --at-once take numbers.";
  const kills = values.kill?.split(",") ?? [];
  if (!kills.every(isKill)) return `--kill takes some of ${killable.join(", ")}.`;

  const picked = programs.filter(({ id }) => named.includes(id));
  const usual = { byForms: false, plies: plies ?? 6, isLongSleep: false, kill: null };
  const matchesOf = (program: Program): Match[] => {
    if (sleep) {
      const long = { ...usual, program, seconds: sleep * 60, plies: 2, isLongSleep: true };
      return [long, ...kills.map((kill) => ({ ...long, kill }))];
    }
    return [
      ...(values["no-computer"] ? [] : [{ ...usual, program, seconds: null }]),
      ...thoughts.map((seconds) => ({ ...usual, program, seconds })),
      ...(values["no-forms"] || program.forms === "none" ? [] : [{ ...usual, program, seconds: 5, byForms: true }]),
    ];
  };
  return {
    programs: picked,
    matches: picked.flatMap(matchesOf),
    hosts: resolve(values.hosts ?? join(projectDir, ".cache", "hosts")),
    checkout: resolve(values.checkout ?? projectDir),
    atOnce: atOnce ?? 4,
  };
}

interface Run {
  readonly vendors: Vendors;
  readonly dir: string;
  /** A folder for logs. */
  readonly logs: string | null;
  readonly signal: AbortSignal;
}

const isKill = (name: string): name is Kill => killable.some((known) => known === name);

/** Plays all matches, the longest first, so many at a time. */
async function playAll(
  { matches, hosts, checkout, atOnce }: Settings,
  { dir, ...run }: Run,
): Promise<readonly Course[]> {
  const waiting = matches.map((match, index) => ({ match, index }));
  waiting.sort((one, other) => (other.match.seconds ?? 0) - (one.match.seconds ?? 0));
  const courses: Course[] = [];
  // One program starts at a time.
  let starting = Promise.resolve();
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { match, index } = next;
      if (run.signal.aborted) return;
      const name = `${index + 1}-${match.program.id}`;
      const { promise, resolve: started } = Promise.withResolvers<void>();
      const earlier = starting;
      starting = promise;
      await earlier;
      const course = await play(match, { ...run, checkout, hosts, dir: join(dir, name), started }).catch(String);
      started();
      if (typeof course !== "string") courses[index] = course;
      const result = typeof course === "string" ? course : `${course.result} (${course.seconds} s)`;
      say(`${match.program.title} against ${opponentOf(match)}: ${result}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return courses.filter((course) => course !== undefined);
}

async function main(): Promise<void> {
  const read = readOptions("hosts", process.argv.slice(2), options);
  const settings = read.ok ? settingsFrom(read.value.values) : read.message.replace("kibitz hosts", "npm run hosts --");
  if (!read.ok || typeof settings === "string") {
    say(String(settings));
    process.exitCode = 2;
    return;
  }
  const { values } = read.value;
  if (values.help) return void process.stdout.write(usage);
  if (process.platform !== "linux")
    return void say("This runs on Linux: it finds what the programs leave behind in /proc.");
  if (values.install)
    for (const program of settings.programs.filter((each) => missingFor(each, settings.hosts))) {
      say(`Installing ${program.package}@${program.version}.`);
      install(program, settings.hosts);
    }
  const missing = settings.programs.flatMap((program) => missingFor(program, settings.hosts) ?? []);
  if (missing.length > 0) {
    say(`Missing: ${[...new Set(missing)].join(", ")}. With --install the programs are installed there.`);
    process.exitCode = 1;
    return;
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort());
  endWithStarter();
  const dir = mkdtempSync(join(tmpdir(), "kibitz-hosts-"));
  try {
    await using vendors = await startVendors();
    const courses = await playAll(settings, { vendors, dir, logs: values.logs ?? null, signal: stop.signal });
    process.stdout.write(`${hostsTable(courses)}\n\n${gamesTable(courses)}\n`);
    if (courses.length < settings.matches.length || courses.some(({ isEnded }) => !isEnded)) process.exitCode = 1;
    if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(courses, null, 2));
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
  // A process that a program left behind may keep a pipe of this one open.
  process.exit();
}

await main();
