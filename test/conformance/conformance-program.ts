import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";

export const revisions = ["2026-07-28", "2025-11-25"] as const;
export type Revision = (typeof revisions)[number];

export interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}
/** The checks of each scenario, by the scenario's name. */
export type Report = ReadonlyMap<string, readonly Check[]>;

const program = join(projectDir, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

/**
 * Runs every scenario of a revision against a server and reads what the program wrote about each. Those that it finds
 * something at are run once more, because for some answers it waits no longer than 0.8 s.
 * @param isClean whether a scenario found nothing that it was not expected to find
 */
export async function runConformance(
  url: string,
  revision: Revision,
  isClean: (scenario: string, checks: readonly Check[]) => boolean,
): Promise<Report> {
  const report = new Map(await run(url, ["--requirements", revision]));
  for (const [name, checks] of [...report])
    if (!isClean(name, checks))
      for (const [again, found] of await run(url, ["--scenario", name, "--spec-version", revision, "--force"]))
        report.set(again, found);
  return report;
}

async function run(url: string, which: readonly string[]): Promise<Report> {
  using results = tempDir();
  const log = await new Promise<string>((done) => {
    const args = [program, "server", "--url", url, ...which, "--output-dir", results.path];
    // Its exit code says whether all passed; here each scenario is judged by itself.
    execFile(process.execPath, args, { cwd: results.path }, (_, stdout, stderr) => done(`${stdout}${stderr}`));
  });
  const report = new Map<string, readonly Check[]>();
  for (const folder of readdirSync(results.path)) {
    const name = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder)?.[1];
    if (name) report.set(name, JSON.parse(readFileSync(join(results.path, folder, "checks.json"), "utf8")));
  }
  if (report.size === 0) throw new Error(`the conformance program ran nothing: ${log}`);
  return report;
}

/** Rules that were broken, musts and shoulds alike, one line each. */
export const broken = (checks: readonly Check[]): string[] =>
  checks
    .filter(({ status }) => status === "FAILURE" || status === "WARNING")
    .map(({ id, errorMessage }) => `${id}: ${errorMessage}`);

/** The scenarios that a revision requires of a server, from the program's own list. */
export function requiredScenarios(revision: Revision): string[] {
  const file = join(projectDir, `node_modules/@modelcontextprotocol/conformance/requirements/${revision}.yaml`);
  const section = /^server:\n((?: {2}- .+\n)+)/m.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  return section
    .split("\n")
    .map((line) => line.replace(/^ {2}- /, ""))
    .filter((name) => name !== "");
}
