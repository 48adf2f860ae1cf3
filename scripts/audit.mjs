/**
 * `npm run audit`: asks the registry for known vulnerabilities of all that package-lock.json names. Fails on each one that
 * docs/security.md does not answer by its number (GHSA-…). Where the registry offers no audit it says so, and nothing is
 * known then.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./fingerprint.mjs";

/**
 * @typedef {{ title: string, url: string, severity: string }} Advisory
 * @typedef {{ vulnerabilities?: Record<string, { via: readonly (string | Advisory)[] }>, message?: string }} Report
 */

/**
 * The findings of a report that a text does not answer, in one line each; null where the report is none.
 * @param {Report} report
 * @param {string} answers
 * @returns {readonly string[] | null}
 */
export function unanswered({ vulnerabilities }, answers) {
  if (vulnerabilities === undefined) return null;
  const findings = Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    // A text names another of these packages, which the finding is of.
    via.flatMap((each) => (typeof each === "string" ? [] : [{ name, ...each }])),
  );
  return findings.flatMap(({ name, title, url, severity }) => {
    const number = /GHSA(?:-\w{4}){3}/.exec(url)?.[0] ?? url;
    return answers.includes(number) ? [] : [`${name}: ${title} (${severity}, ${number})`];
  });
}

function main() {
  const npm = process.env["npm_execpath"];
  if (npm === undefined) throw new Error("run this by npm run audit");
  const { stdout } = spawnSync(process.execPath, [npm, "audit", "--json"], { cwd: root, encoding: "utf8" });
  const report = JSON.parse(stdout);
  const left = unanswered(report, readFileSync(join(root, "docs", "security.md"), "utf8"));
  if (left === null)
    console.log(`- Skipped: this registry offers no audit (${report.message ?? "it did not say why"}).`);
  else if (left.length === 0) console.log("✓ Nothing that is known and not answered in docs/security.md.");
  else console.log(`✗ Known, and not answered in docs/security.md:\n${left.join("\n")}`);
  process.exitCode = left !== null && left.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
