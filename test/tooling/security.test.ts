import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { unanswered } from "../../scripts/audit.mjs";
import { readLockfile } from "../../scripts/lockfile.mjs";
import type { ThirdParty } from "../../src/shared/third-party.ts";

const root = join(import.meta.dirname, "../..");
const security = readFileSync(join(root, "docs/security.md"), "utf8");

/** The packages that are named after a heading, one or several in a row, each with what stands for its licence. */
const shipped = new Map(
  [...(security.split("## What is shipped")[1] ?? "").matchAll(/^\| (`[^|]+`) \| [^|]{5,} \| ([^|]+) \|$/gm)].flatMap(
    ([, names = "", licence = ""]) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => [name, licence.trim()] as const),
  ),
);

const thirdParty: ThirdParty = JSON.parse(readFileSync(join(root, "out", "renderer", "third-party.json"), "utf8"));

/** Listed parts that are no package that is compiled in, or no more than a name in the bundle. */
const isOther = (name: string) =>
  /^(Stockfish|(Cburnett|Merida|Fancy) pieces|Names of chess openings|Electron|pg-cloudflare)$/.test(name);

test("every package that is shipped stands in the table with what it is for and its licence, and no other", async () => {
  const { packages } = await readLockfile();
  const told = thirdParty.parts.map(({ name }) => name).filter((name) => !isOther(name));
  const compiledIn = new Set<string>(["electron", "stockfish", ...told]);
  for (const file of readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file)) continue;
    const text = readFileSync(join(root, "src", file), "utf8");
    for (const [, name = ""] of text.matchAll(
      /^(?:import|export) (?!type\b)[^;]*? from "((?:@[\w-]+\/)?[\w.-]+)[^"]*";/gm,
    ))
      if (!/^\.|^node$/.test(name)) compiledIn.add(name);
  }
  expect([...shipped.keys()].toSorted()).toEqual([...compiledIn].toSorted());
  for (const [name, licence] of shipped)
    expect([name, packages[`node_modules/${name}`]?.license]).toEqual([name, licence]);
});

test.each(["main", "renderer", "chat-board", "replay", "shim"])(
  "every package that is compiled into %s is listed with its licence",
  (part) => {
    const told = thirdParty.parts.filter(({ folders }) => folders.includes(part)).map(({ name }) => name);
    if (part === "shim") return expect(told).toEqual([]);
    if (part !== "main") return expect(told).toContain("preact");
    const folder = join(root, "out", part);
    // This part keeps the names of its modules. What an earlier build left for hosts that still run is not looked at.
    const built: readonly string[] = JSON.parse(readFileSync(join(root, "out", "files.json"), "utf8"));
    for (const file of built.filter((path) => path.startsWith("main/")).map((path) => path.slice("main/".length)))
      for (const [, name = ""] of file.endsWith(".js")
        ? readFileSync(join(folder, file), "utf8").matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)/gm)
        : [])
        if (name !== "pg-cloudflare") expect(told).toContain(name);
  },
);

test("other people's work in a package is listed with its version, licence and author, and with its source where the licence asks for that", () => {
  const { parts, texts } = thirdParty;
  for (const { name, version, licence, source, text } of parts) {
    expect(texts[text], name).toMatch(/Copyright|LICEN[CS]E/i);
    if (/GPL/.test(licence)) expect(source, name).toMatch(/^https:/);
    if (isOther(name)) continue;
    expect([name, licence]).toEqual([name, shipped.get(name)]);
    expect(version, name).toMatch(/^\d+\.\d+/);
  }
  const { version } = JSON.parse(readFileSync(join(root, "node_modules", "stockfish", "package.json"), "utf8"));
  const text = readFileSync(join(root, "out", "renderer", "third-party.txt"), "utf8");
  expect(text).toContain(`Stockfish ${version} (GPL-3.0)`);
  expect(text).toMatch(new RegExp(`Source: https:\\S+stockfish\\.js/tree/v${version}\n`));
  expect(text).toMatch(/Cburnett pieces \(GPL-2\.0-or-later\)\n.*Colin M\. L\. Burnett/);
  expect(text).toContain("GNU GENERAL PUBLIC LICENSE");
  // It leaves Kibitz alone, as a file of a person's.
  expect(readFileSync(join(root, "out", "replay", "replay.html"), "utf8")).toContain("Colin M. L. Burnett");
});

test("a finding counts until it is answered by its number; a registry that offers no audit is no clean bill; each push asks", () => {
  const via = {
    title: "Reads beyond the end",
    url: "https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
    severity: "high",
  };
  const report = { vulnerabilities: { one: { via: [via] }, other: { via: ["one"] } } };
  expect(unanswered(report, "")).toEqual(["one: Reads beyond the end (high, GHSA-aaaa-bbbb-cccc)"]);
  expect(unanswered(report, "GHSA-aaaa-bbbb-cccc: not reached, since nothing is read")).toEqual([]);
  expect(unanswered({ vulnerabilities: {} }, "")).toEqual([]);
  expect(unanswered({ message: "405 Method Not Allowed" }, "")).toBeNull();
  const { on, jobs } = parse(readFileSync(join(root, ".github", "workflows", "ci.yml"), "utf8"));
  expect(on).toHaveProperty("push", null);
  expect(jobs.test.steps).toContainEqual({ if: "runner.os == 'Linux'", run: "npm run audit" });
});

test("every test that the table of threats names is there, and every threat has one", () => {
  const threats = security.split("## What is promised")[1]?.split("## What is not promised")[0] ?? "";
  const rows = [...threats.matchAll(/^\| (?!threat|---)(.+) \| (.+) \| (.+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(35);
  const filesIn = (folder: string) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  const there = [...filesIn("test"), ...filesIn("attack").map((file) => `attack/${file}`)];
  for (const [, threat, , tests = ""] of rows) {
    const names = [...tests.matchAll(/`([\w/*.-]+)`/g)].map(([, name = ""]) => name);
    expect(names, threat).not.toEqual([]);
    for (const name of names) {
      const file = name === "attack" ? "attack/attack" : name;
      const pattern = new RegExp(`^${file.replace("*", ".+")}\\.test\\.ts$`);
      expect(
        there.filter((path) => pattern.test(path.replaceAll("\\", "/"))),
        `${threat}: ${name}`,
      ).not.toEqual([]);
    }
  }
});
