import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unanswered } from "../../scripts/audit.mjs";
import { readLockfile } from "../../scripts/lockfile.mjs";

const root = join(import.meta.dirname, "../..");
const security = readFileSync(join(root, "docs/security.md"), "utf8");

/** The packages that are named after a heading, each with what stands for its licence. */
const shipped = new Map(
  [...(security.split("## What is shipped")[1] ?? "").matchAll(/^\| `([^`]+)` \| [^|]{5,} \| ([^|]+) \|$/gm)].map(
    ([, name = "", licence = ""]) => [name, licence.trim()] as const,
  ),
);

test("every package that is shipped stands in the table with what it is for and its licence, and no other", async () => {
  const { packages } = await readLockfile();
  const installed = Object.entries(packages).filter(([path, { dev, optional }]) => path !== "" && !dev && !optional);
  const compiledIn = new Set<string>(["@preact/signals-core", "electron"]);
  for (const file of readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file)) continue;
    const text = readFileSync(join(root, "src", file), "utf8");
    for (const [, name = ""] of text.matchAll(
      /^(?:import|export) (?!type\b)[^;]*? from "((?:@[\w-]+\/)?[\w.-]+)[^"]*";/gm,
    ))
      if (!/^\.|^node$/.test(name)) compiledIn.add(name);
  }
  const names = new Set([...installed.map(([path]) => path.replace(/^.*node_modules\//, "")), ...compiledIn]);
  expect([...shipped.keys()].toSorted()).toEqual([...names].toSorted());
  for (const [name, licence] of shipped)
    expect([name, packages[`node_modules/${name}`]?.license]).toEqual([name, licence]);
});

test.each(["main", "renderer", "chat-board", "replay"])(
  "the licences of what is compiled into %s stand beside it",
  (part) => {
    const folder = join(root, "out", part);
    const licences = readFileSync(join(folder, "licences.md"), "utf8");
    const told = new Map(
      [...licences.matchAll(/^## (\S+) - [\d.]+ \((.+)\)$/gm)].map(([, name = "", licence = ""]) => [name, licence]),
    );
    expect(licences).toMatch(/Permission is hereby granted, free of charge/);
    // Optional, and no more than its name in the bundle.
    told.delete("pg-cloudflare");
    for (const [name, licence] of told) expect([name, licence]).toEqual([name, shipped.get(name)]);
    if (part !== "main") return expect([...told.keys()]).toContain("preact");
    // This part keeps the names of its modules.
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      for (const [, name = ""] of file.endsWith(".js")
        ? readFileSync(join(folder, file), "utf8").matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)/gm)
        : [])
        if (name !== "pg-cloudflare") expect([...told.keys()]).toContain(name);
  },
);

test("a finding counts until it is answered by its number; a registry that offers no audit is no clean bill", () => {
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
});

test("every test that the table of threats names is there, and every threat has one", () => {
  const threats = security.split("## Threats")[1]?.split("## Not defended")[0] ?? "";
  const rows = [...threats.matchAll(/^\| (?!threat|---)(.+) \| (.+) \| (.+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(35);
  const there = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" });
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
