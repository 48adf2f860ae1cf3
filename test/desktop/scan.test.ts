import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import builder from "../../electron-builder.config.ts";
import packageJson from "../../package.json" with { type: "json" };
import { fetchPackage, run } from "../programs/fetched.ts";
import pinned from "../programs/pinned.json" with { type: "json" };
import { projectDir } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";
import { advisedFuses, answers, fuseAnswers } from "./scan-answers.ts";

/** Its own dependencies as they were then: some have become unreadable to its parser since. */
const before = ["--before", "2025-01-01"];
const quietly = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/** The scanner's folder; null where npm cannot get it. */
const fetchScanner = () =>
  fetchPackage(pinned.scanner, "a scanner of Electron applications", async (folder) => {
    await run("npm", ["install", ...before, ...quietly], { cwd: folder });
    // It asks for newer translations of its texts, and fails where the answer is late.
    const file = join(folder, "package.json");
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), i18nSource: "" }));
  }).catch(() => null);

test("each finding of a scanner in the window's sources has been mended, or is answered with its reason", async ({
  skip,
}) => {
  const scanner = await fetchScanner();
  if (scanner === null) return skip("npm cannot get the scanner of Electron applications");
  using folder = tempDir();
  const sources = join(folder.path, "sources");
  mkdirSync(sources);
  for (const part of ["main/desktop", "main/index.ts", "preload"])
    cpSync(join(projectDir, "src", part), join(sources, part.replace("main/", "")), { recursive: true });
  copyFileSync(join(projectDir, "package.json"), join(sources, "package.json"));
  const report = join(folder.path, "report.sarif");
  await run(process.execPath, [
    join(scanner, "dist", "index.js"),
    ...["--input", sources, "--output", report, "--relative", "--verbose", "false"],
    ...["--electron-version", packageJson.devDependencies.electron.replace("^", "")],
    // These ask the network which releases there are; `npm run audit` knows as much.
    ...["--exclude-checks", "AvailableSecurityFixesGlobalCheck,ElectronVersionJSONCheck"],
  ]);
  const { runs } = JSON.parse(readFileSync(report, "utf8"));
  const findings = runs[0].results.map(
    ({
      ruleId,
      locations,
    }: {
      ruleId: string;
      locations: { physicalLocation: { artifactLocation: { uri: string } } }[];
    }) => `${ruleId} ${locations[0]?.physicalLocation.artifactLocation.uri}`,
  );
  expect([...new Set(findings)].sort()).toEqual(Object.keys(answers).sort());
});

test("each fuse is set as Electron advises, or the other setting is answered with its reason", () => {
  const fuses: Readonly<Record<string, boolean>> = builder.electronFuses;
  const others = Object.entries(advisedFuses).filter(([name, advised]) => fuses[name] !== advised);
  expect(others.map(([name]) => name)).toEqual(Object.keys(fuseAnswers));
});
