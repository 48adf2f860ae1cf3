import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileIn } from "../main/data/data-dir.ts";
import { acquireInstanceLock, claimDataDir, findRunningHost } from "../main/data/discovery.ts";
import { readOptions } from "../main/start/read-options.ts";
import { readStartOptions } from "../main/start/start-options.ts";
import { optionHelp } from "../shared/command-options.ts";
import type { Fields } from "../shared/fields.ts";
import type { Discovery } from "../shared/instance.ts";
import { accept, attempt, mapResult, messageOf, type Result, refuse } from "../shared/result.ts";
import { amount } from "../shared/text.ts";
import { fail, failFor, folderOptions, hostOptionsIn, jsonOption, note } from "./command.ts";
import { type HostLink, leaguesAt, linkRunning, requestHost } from "./request-host.ts";

const statusOptions = { ...jsonOption, ...folderOptions } as const;

const statusUsage = `Usage: kibitz status [options]

Says whether Kibitz is running, where, which version, on which data, and how many games and leagues are in progress.

${optionHelp(statusOptions)}

Exit code: 0 when it runs; 1 if it does not; 2 for a wrong option.
`;

const stopUsage = `Usage: kibitz stop [options]

Has the running Kibitz close, and waits until it has ended. Games and leagues go on when it is started again.

${optionHelp(folderOptions)}

Exit code: 0 when none runs any more; 1 if it did not end; 2 for a wrong option.
`;

/** Milliseconds in which a host should have ended: more than it gives itself. */
const LONGEST_END = 15_000;
const LOOK_EVERY = 50;

export async function status(args: readonly string[]): Promise<void> {
  const reading = optionsIn(readOptions("status", args, statusOptions));
  if (!reading.ok) return failFor(reading);
  const { dataDir, json, help } = reading.value;
  if (help) return void process.stdout.write(statusUsage);
  const discovery = await findRunningHost(dataDir);
  if (discovery === null) {
    process.exitCode = 1;
    return void process.stdout.write(
      json ? `${JSON.stringify({ running: false, dataDir })}\n` : `Kibitz does not run in ${dataDir}.\n`,
    );
  }
  const { url, mcp, version, pid, startedAt } = discovery;
  const link = linkRunning(discovery, dataDir);
  if (!link.ok) return failFor(link);
  const counts = await countsOf(link.value);
  if (!counts.ok) return failFor(counts);
  const { games, leagues, rebuilt } = counts.value;
  const facts = { running: true, version, pid, startedAt, url, mcp, port: Number(new URL(url).port), dataDir };
  if (json) return void process.stdout.write(`${JSON.stringify({ ...facts, games, leagues, rebuilt })}\n`);
  const lines = [
    `Kibitz ${version} runs (process ${pid}), since ${startedAt}.`,
    "",
    `  Dashboard  ${url}`,
    `  Agents     ${mcp}`,
    `  Data       ${dataDir}`,
    `  Going on   ${amount(games.live, "game")}, ${amount(leagues, "league")}; ${amount(games.open, "game")} still to begin`,
    ...(rebuilt ? ["", "It was rebuilt since: `kibitz stop` ends it; start it again to use the new version."] : []),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** The host's own figures, and the number of leagues under way. */
async function countsOf(link: HostLink) {
  const host = await requestHost<{
    readonly games: { readonly open: number; readonly live: number; readonly finished: number };
    readonly rebuilt: boolean;
  }>(link, "GET", "/api/status");
  if (!host.ok) return host;
  let leagues = 0;
  for await (const page of leaguesAt(link)) {
    if (!page.ok) return page;
    leagues += page.value.filter((each) => each.status === "running").length;
  }
  return accept({ ...host.value, leagues });
}

export async function stop(args: readonly string[]): Promise<void> {
  const reading = optionsIn(readOptions("stop", args, folderOptions));
  if (!reading.ok) return failFor(reading);
  const { dataDir, help } = reading.value;
  if (help) return void process.stdout.write(stopUsage);
  const finding = await findHolder(dataDir);
  if (!finding.ok) return fail(1, finding.message);
  if (finding.value === null) return void process.stdout.write(`Kibitz does not run in ${dataDir}.\n`);
  const { pid } = finding.value;
  try {
    // On Windows it ends at once; every acknowledged move is on the disk.
    process.kill(pid, "SIGTERM");
  } catch (error) {
    return fail(1, `process ${pid} cannot be asked to end (${messageOf(error)}). End it as the user who started it`);
  }
  const deadline = Date.now() + LONGEST_END;
  while (isAlive(pid)) {
    if (Date.now() > deadline)
      return fail(1, `process ${pid} was asked to end, and still runs after ${LONGEST_END / 1000} s`);
    await delay(LOOK_EVERY);
  }
  process.stdout.write(`Kibitz (process ${pid}) has ended.\n`);
}

/** The running host, once one that is starting or ending, which holds the folder unannounced, has done so; null for none. */
async function findHolder(dataDir: string): Promise<Result<Discovery | null>> {
  const running = await findRunningHost(dataDir);
  if (running !== null || !existsSync(fileIn(dataDir, "lock"))) return accept(running);
  const lock = acquireInstanceLock(dataDir);
  if (lock.ok) {
    lock.release();
    return accept(null);
  }
  if (lock.isHeld) note(`a Kibitz is starting or ending in ${dataDir}; waiting for it`);
  const claim = await claimDataDir(dataDir, LONGEST_END);
  if (claim.kind === "failed") return refuse("STORAGE_FAILED", claim.message);
  if (claim.kind === "running") return accept(claim.discovery);
  claim.lock.release();
  return accept(null);
}

const isAlive = (pid: number): boolean => attempt(() => process.kill(pid, 0), false);

function optionsIn(reading: Result<{ readonly values: Fields }>) {
  if (!reading.ok) return reading;
  const { help, json, hostArguments } = hostOptionsIn(reading.value.values);
  return mapResult(readStartOptions(hostArguments, process.env), ({ dataDir }) => ({ help, json, dataDir }));
}
