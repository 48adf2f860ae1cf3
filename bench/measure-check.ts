import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import type { Measurement } from "../src/cli/measure/text.ts";
import { definitionOf } from "../src/games/register.ts";
import { anchorsOf } from "../src/main/league/ratings/anchors.ts";
import { projectDir } from "../test/support/host-process.ts";
import { tempDir } from "../test/support/temp-dir.ts";

/*
 * Does the interval of `kibitz measure` hold what a long match gives? A random player, level 4 and a client that plays
 * through the tools (at random, too) are measured, and measured again by a match several times as long. With --known
 * everybody on the scale is measured, levels and those below them, and the interval is to hold the scale's number. Run
 * after npm run build: npx node --import ./scripts/raw-assets.mjs bench/measure-check.ts --games 40 --long 200
 */

const entrants = [
  ["random", { kind: "strategy", strategy: "random", name: "Random" }],
  ["level 4", { kind: "computer", level: 4, name: "A level 4" }],
  ["a client", null],
] as const;

/** Measures with the command that people use. */
async function measure(entrant: unknown, games: number, seed: number): Promise<Measurement> {
  using dir = tempDir();
  const file = join(dir.path, "entrant.json");
  if (entrant !== null) writeFileSync(file, JSON.stringify(entrant));
  const who = entrant === null ? ["--join"] : ["--entrant", file];
  const options = [
    "--within",
    "10",
    "--review",
    "0",
    "--games",
    String(games),
    "--seed",
    String(seed),
    "--data-dir",
    dir.path,
  ];
  const child = spawn(
    process.execPath,
    [join(projectDir, "scripts/kibitz.mjs"), "measure", "--json", "--port", "0", ...who, ...options],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const out = text(child.stdout);
  const ended = once(child, "close");
  createInterface({ input: child.stderr }).on("line", (line) => {
    process.stderr.write(`${line}\n`);
    const [, league] = /^Take part in Kibitz league (\d+)/.exec(line) ?? [];
    if (league === undefined) return;
    const agent = join(projectDir, "test/journeys/league-agent.ts");
    spawn(process.execPath, [agent, dir.path, "http", "v2 client, new era", "Client", league], { stdio: "ignore" });
  });
  const [code] = await ended;
  if (code !== 0) throw new Error(`kibitz measure ended with ${code}`);
  return JSON.parse(await out);
}

/** Whether the interval holds that strength; one in twenty misses the true one. */
const holds = ({ low, high }: Measurement, elo: number): boolean =>
  low !== null && high !== null && low <= elo && elo <= high;

const measuredText = ({ rating, low, high, games }: Measurement): string =>
  `${rating.kind} ${rating.elo} (${low ?? "…"} to ${high ?? "…"}, ${games} games)`;

function print(name: string, measured: Measurement, other: string, elo: number): void {
  const verdict = holds(measured, elo) ? "holds" : "DOES NOT HOLD";
  process.stdout.write(`${name}: ${measuredText(measured)}; ${other}: ${verdict}\n`);
  if (verdict !== "holds") process.exitCode = 1;
}

const { values } = parseArgs({
  options: {
    games: { type: "string", default: "40" },
    long: { type: "string", default: "200" },
    only: { type: "string" },
    known: { type: "boolean", default: false },
  },
});
if (values.known)
  for (const [at, { entrant, player, elo }] of anchorsOf(definitionOf("chess")).entries()) {
    if (values.only !== undefined && values.only !== player) continue;
    print(
      player,
      await measure({ ...entrant, name: "Measured" }, Number(values.games), at),
      `on the scale ${elo}`,
      elo,
    );
  }
else
  for (const [name, entrant] of entrants) {
    if (values.only !== undefined && values.only !== name) continue;
    const measured = await measure(entrant, Number(values.games), 1);
    const long = await measure(entrant, Number(values.long), 2);
    print(name, measured, `long match: ${measuredText(long)}`, long.rating.elo ?? Number.NaN);
  }
