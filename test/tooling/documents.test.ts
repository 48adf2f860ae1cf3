import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { areas } from "../../scripts/areas.mjs";
import { knownHosts } from "../../src/main/connect/hosts.ts";
import { usage } from "../../src/main/start/start-options.ts";
import { createWebApp, type WebOptions } from "../../src/main/web/app.ts";

// The documents tell the truth about the project, as far as a program can see it.

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const documents = globSync(["*.md", "docs/**/*.md", "examples/**/*.md", "test/**/*.md"], { cwd: root });

/** The addresses of a document's headings, as they are linked to. */
const headings = (text: string): readonly string[] =>
  [...text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\d\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

test.each(documents)("every link in %s leads to a file and a heading that exist", (document) => {
  const text = read(document);
  for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)) {
    if (/^https?:/.test(target)) continue;
    const [path = "", anchor] = target.split("#");
    const file = path === "" ? document : join(dirname(document), path);
    expect(existsSync(join(root, file)), `${target} in ${document}`).toBe(true);
    if (anchor !== undefined) expect(headings(read(file)), `${target} in ${document}`).toContain(anchor);
  }
});

test("src has no more lines than before, counted as CONTRIBUTING.md says", () => {
  const [, endings = "", others = ""] =
    /grep -E '(.+?)' \| grep -vE '(.+?)' \| xargs/.exec(read("CONTRIBUTING.md")) ?? [];
  const counted = globSync("src/**/*", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => new RegExp(endings).test(path) && !new RegExp(others).test(path));
  expect(counted.length).toBeGreaterThan(500);
  expect(counted.reduce((sum, path) => sum + read(path).split("\n").length - 1, 0)).toBeLessThanOrEqual(83_195);
});

test("docs/architecture.md is a map of at most 2,500 words, and the folders and files that it names are there", () => {
  const map = read("docs/architecture.md");
  expect(map.split(/\s+/).length).toBeLessThanOrEqual(2500);
  const named = [...map.matchAll(/`((?:src|test|scripts|examples)\/[^`]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  for (const path of named) expect(globSync(path, { cwd: root }), path).not.toEqual([]);
});

test.each([
  ["docs/leagues.md", 2_500],
  ["docs/security.md", 3_100],
  ["docs/benchmarks.md", 800],
])("%s has at most %i words beside its code and what a program makes of it", (document, most) => {
  const written = read(document).replace(/<!-- made: [\s\S]*?<!-- end -->|^```[\s\S]*?^```/gm, "");
  expect(written.trim().split(/\s+/).length).toBeLessThanOrEqual(most);
});

test("the README leads each reader to a page of their own, and nobody meets a flag before the game", () => {
  const readme = read("README.md");
  const firstFlag = readme.search(/\s--[a-z]/);
  expect(readme.indexOf("make your first move")).toBeGreaterThan(0);
  expect(firstFlag).toBeGreaterThan(readme.indexOf("make your first move"));
});

test("the README shows a game, a review and a league, and has one command to start and one to test, before all else", () => {
  const readme = read("README.md");
  const top = readme.slice(0, readme.indexOf("\n## What you need"));
  expect([...readme.matchAll(/!\[.*?\]\(docs\/screenshots\/(\w+)|<img/g)].map(([, name]) => name)).toEqual([
    "game",
    "review",
    "league",
  ]);
  expect([...top.matchAll(/^npm .*|`(npm [^`]+)`/gm)].map(([command, quoted]) => quoted ?? command)).toEqual([
    "npm ci && npm start",
    "npm ci && npm test",
  ]);
  expect(top.split("\n").length).toBeLessThanOrEqual(35);
});

test("the README leads each of four readers to at most six pages in all, and every other document says that it is a reference", () => {
  const rows = [...read("README.md").matchAll(/^\| \*\*.+\*\* \| (.+) \| (.+) \|$/gm)];
  const linked = (place: 1 | 2) =>
    rows.flatMap((row) => [...(row[place] ?? "").matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => path));
  expect(rows).toHaveLength(4);
  const [pages, references] = [linked(1), linked(2)];
  expect(pages.length).toBeLessThanOrEqual(6);
  expect(
    [...pages, ...references]
      .filter((path) => path.startsWith("docs/") && path !== "docs/decisions/README.md")
      .toSorted(),
  ).toEqual(globSync("docs/*.md", { cwd: root }).toSorted());
  const isReference = (path: string) => /^# .+\n\n\*A reference\.\* /m.test(read(path));
  expect(references.filter((path) => path.endsWith(".md") && !isReference(path))).toEqual([]);
  expect(pages.filter(isReference)).toEqual([]);
});

test("a text of a page stands where it is shown, and in strings.ts where several places share it", () => {
  const sources = globSync("src/{renderer,games}/**/*.{ts,tsx}", { cwd: root }).map(read);
  const names = globSync("src/{renderer,games}/**/strings.ts", { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/^export const (\w+) =\s+"/gm)].map(([, name = ""]) => name),
  );
  const uses = (name: string) => sources.join("\n").match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0;
  // Its own declaration is one.
  expect(names.filter((name) => uses(name) < 3)).toEqual([]);
});

test("every label that the documents for players show in bold stands on a page", () => {
  const sources = globSync("src/{renderer,games,shared}/**/*.{ts,tsx}", { cwd: root }).map(read).join("\n");
  // The words before and after the values of each text in quotes, and between tags.
  const texts = sources.matchAll(/["`]([^"`\n]+)["`]|(?:>|\n) *([A-Z][^"`<>{}\n]+)(?=<|\n)/g);
  const labels = [...texts].map(([, quoted, text = quoted ?? ""]) => text.split(/\$\{.*\}/));
  const isLabel = (words: string) =>
    labels.some(([start = "", end]) =>
      end === undefined
        ? start === words
        : `${start}${end}`.length > 3 && words.startsWith(start) && words.endsWith(end),
    );
  for (const document of ["docs/playing.md", "docs/analysis.md"]) {
    const named = [...read(document).matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, words = ""]) => words.split(" → "));
    expect(named.length).toBeGreaterThan(15);
    expect(
      named.filter((words) => !isLabel(words)),
      document,
    ).toEqual([]);
  }
});

test("every decision is a record of one screen with context, decision and consequences, and the index has its title", () => {
  const index = [...read("docs/decisions/README.md").matchAll(/^- \[(.+)\]\((.+)\)$/gm)];
  const records = globSync("docs/decisions/[0-9]*.md", { cwd: root }).toSorted();
  expect(index.map(([, , file]) => `docs/decisions/${file}`)).toEqual(records);
  for (const [place, record] of records.entries()) {
    const text = read(record);
    expect([record, text.split("\n", 1)[0]]).toEqual([record, `# ${index[place]?.[1]}`]);
    expect([record, headings(text).slice(1)]).toEqual([record, ["context", "decision", "consequences"]]);
    expect(text.split(/\s+/).length, record).toBeLessThanOrEqual(250);
  }
});

test("CONTRIBUTING.md says for which change to run each area, and every test belongs to one", () => {
  const rows = [...read("CONTRIBUTING.md").matchAll(/^\| (.+) \| `npm test -- (\S+)` \|$/gm)];
  expect(rows.map(([, , name]) => name)).toEqual(Object.keys(areas));
  const sources = rows.flatMap(([, change = ""]) => [...change.matchAll(/`(src[^`]+)`/g)].map(([, path = ""]) => path));
  expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);

  const files = globSync("{test,attack,bench}/**/*.test.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  const beginnings = Object.values(areas).flat();
  expect(files.filter((file) => !beginnings.some((beginning) => file.startsWith(beginning)))).toEqual([]);
  expect(beginnings.filter((beginning) => !files.some((file) => file.startsWith(beginning)))).toEqual([]);
});

test("every host that can be connected stands in docs/connect.md with its name and its ways", () => {
  const rows = [...read("docs/connect.md").matchAll(/^\| `([a-z-]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)];
  expect(rows.map(([, id]) => id)).toEqual(knownHosts.map(({ id }) => id));
  for (const [index, { title, link, terminal, entry }] of knownHosts.entries()) {
    const [, , name = "", ways = ""] = rows[index] ?? [];
    expect(name).toContain(title);
    expect([title, /link on the page/.test(ways)]).toEqual([title, link !== undefined]);
    const program = terminal?.split(" ", 1)[0];
    expect([title, new RegExp(`\`${program} `).test(ways)]).toEqual([title, terminal !== undefined]);
    if (entry.section !== "mcpServers") expect(ways).toContain(entry.section);
  }
});

test("every message that docs/troubleshooting.md quotes is one of Kibitz's", () => {
  const sources = globSync(["src/**/*.{ts,tsx}", "scripts/*.mjs"], { cwd: root }).map(read).join("\n");
  const seen = [...read("docs/troubleshooting.md").matchAll(/^\| (.+?) \| .+ \|$/gm)].flatMap(([, what = ""]) =>
    [...what.matchAll(/`([^`]+)`|“([^”]+)”/g)].map(([, code, said]) => code ?? said ?? ""),
  );
  expect(seen.length).toBeGreaterThan(7);
  for (const words of seen.flatMap((each) => each.split(/…|http:\/\/127\.0\.0\.1:/)).map((each) => each.trim()))
    expect(sources.includes(words), words).toBe(true);
});

test("every setting of the host is told in docs/operating.md", () => {
  const told = read("docs/operating.md");
  const ours = [...usage.matchAll(/--[a-z-]+|KIBITZ_[A-Z_]+/g)]
    .map(([name]) => name)
    .filter((name) => name !== "--help");
  for (const name of new Set(ours)) expect(told, name).toContain(name);
});

test("every address of the API is told in docs/api.md, and no other", () => {
  const told = read("docs/api.md");
  const parts = new Proxy({}, { get: (_, name) => (name === "pagesDir" ? null : {}) });
  const plain = (path: string) => path.replace(/:(\w+)(\{[^/]*\})?/g, "{$1}");
  const served = createWebApp(parts as WebOptions)
    .routes.filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/") && !path.endsWith("*"))
    .map(({ method, path }) => `${method} ${plain(path)}`);
  expect(served.length).toBeGreaterThan(60);
  /** Of several that differ in their last word, the first is told whole. */
  const isTold = (request: string) => {
    const [, others, last] = /^(.*\/)(.*)$/.exec(request) ?? [];
    return told
      .split("\n")
      .some(
        (line) => line.includes(`\`${request}\``) || (line.includes(`\`${others}`) && line.includes(`\`${last}\``)),
      );
  };
  expect(served.filter((request) => !isTold(request))).toEqual([]);
  const whole = [...told.matchAll(/`((?:GET|POST|PUT|DELETE) \/api\/[^`]+)`/g)].map(([, request = ""]) => request);
  expect(whole.filter((request) => !served.includes(request))).toEqual([]);
});
