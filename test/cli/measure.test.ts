import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Measurement, whyNothing } from "../../src/cli/measure/text.ts";
import { full, longForm } from "../support/full.ts";
import { projectDir } from "../support/host-process.ts";
import { dataDir, endOf, startKibitz } from "../support/kibitz.ts";

/** `kibitz measure` as a person starts it. */
const measure = (...args: readonly string[]) => startKibitz(["measure", "--port", "0", ...args]);

/** The first line of what a program says on standard error that a pattern finds. */
async function lineOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  if (!child.stderr) throw new Error("it has no standard error");
  for await (const line of createInterface({ input: child.stderr })) if (pattern.test(line)) return line;
  throw new Error(`it ended without ${pattern}`);
}

/** Games that are over soon: six plies before fifty moves without capture or pawn move. */
const short = ["--openings", join(projectDir, "test/fixtures/short-endings.fen"), "--seed", "3", "--review", "0"];

describe("kibitz measure", () => {
  test("kibitz measure is stopped and taken up again, and ends with a rating, its figures, and a page to share", async () => {
    const dir = dataDir();
    const file = join(dir, "entrant.json");
    const page = join(dir, "page.html");
    writeFileSync(file, '{"kind": "strategy", "strategy": "random", "name": "A <b>random</b> one"}');
    const data = join(dir, "data");
    // Many are left, so that it is stopped in time on a busy machine, too; and no twelve games make the interval so narrow,
    // also where most of them are drawn.
    const most = ["--games", "12", "--within", "20"];
    const first = measure("--entrant", file, ...most, ...short, "--data-dir", data);
    await lineOf(first, /^kibitz: [1-3] of at most 12 games/);
    first.kill("SIGINT");
    expect((await once(first, "exit"))[0]).toBe(1);

    const { code, out, err } = await endOf(
      measure("--resume", "--json", "--html", page, "--review", "1", "--data-dir", data),
    );
    expect([code, err]).toEqual([0, expect.stringMatching(/\d of at most 12 games/)]);
    const found: Measurement = JSON.parse(out);
    expect(found).toMatchObject({
      entrant: "A <b>random</b> one",
      kind: "strategy",
      games: 12,
      seed: 3,
      narrow: false,
    });
    expect(found.won + found.drawn + found.lost).toBe(12);
    expect(found.levels.reduce((sum, { games }) => sum + games, 0)).toBe(12);
    expect(found.median_move_ms).not.toBeNull();
    expect(found.quality).toMatchObject({ games: 1, nodes: 20_000, accuracy: expect.any(Number) });
    const html = readFileSync(page, "utf8");
    expect(html).toContain("A &lt;b&gt;random&lt;/b&gt; one: ");
    expect(html).not.toMatch(/<script|<link|<img|https?:/);

    const again = await endOf(measure("--resume", "--data-dir", data));
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("no measurement was stopped")]);
  });

  test("kibitz measure tells what was measured where the page cannot be written", { tags: "edge" }, async () => {
    const dir = dataDir();
    const file = join(dir, "entrant.json");
    writeFileSync(file, '{"kind": "strategy", "strategy": "random"}');
    const place = ["--data-dir", join(dir, "data")];
    const args = ["--entrant", file, "--games", "2", ...short, "--json", ...place];
    // The link leads nowhere.
    const page = join(dir, "page.html");
    symlinkSync(join(dir, "nowhere", "page.html"), page);
    const { code, out, err } = await endOf(measure(...args, "--html", page));
    expect([code, JSON.parse(out)]).toEqual([1, expect.objectContaining({ games: 2 })]);
    expect(err.match(/^kibitz: --html: .*page\.html cannot be written: its folder is not there$/gm)).toHaveLength(1);
    const early = await endOf(measure(...args, "--html", join(dir, "nowhere", "page.html")));
    expect([early.code, early.out, early.err]).toEqual([2, "", expect.stringContaining("--html: there is no folder")]);
  });

  test("kibitz measure tells an agent how to join, and measures it as it plays through the tools", {
    tags: "edge",
  }, async () => {
    const dir = dataDir();
    const child = measure("--join", "--games", "2", ...short, "--data-dir", dir);
    const ended = once(child, "close");
    const out = text(child.stdout);
    const prompt = await lineOf(child, /^Take part in Kibitz league \d+/);
    const league = /league (\d+)/.exec(prompt)?.[1] ?? "";
    const agent = spawn(
      process.execPath,
      [join(projectDir, "test/journeys/league-agent.ts"), dir, "http", "v2 client, new era", "Player", league],
      { stdio: "ignore" },
    );
    onTestFinished(() => void agent.kill("SIGKILL"));
    child.stderr.resume();
    expect((await ended)[0]).toBe(0);
    expect(await out).toMatch(/^Player: (0-\d+, at most -?\d+|-?\d+ ± \d+|-?\d+ \(-?\d+ to -?\d+\)) .*95 %/);
    expect(await out).toContain("After 2 games");
  });

  test("kibitz measure has a reason where no game counts, and none where one does", () => {
    expect(whyNothing({ games: 0, entrant: "Absent" })).toMatch(/^nothing was measured: Absent played no game/);
    expect(whyNothing({ games: 1, entrant: "Ada" })).toBeNull();
  });

  // An entrant has two minutes to come.
  test.runIf(full)(
    "kibitz measure does not end well where nobody came to be measured, and says so",
    { ...longForm, timeout: 900_000 },
    async () => {
      const dir = dataDir();
      const file = join(dir, "absent.json");
      writeFileSync(file, '{"kind": "endpoint", "endpoint": "http://127.0.0.1:9/mcp", "name": "Absent"}');
      const { code, out, err } = await endOf(measure("--entrant", file, "--games", "2", ...short, "--data-dir", dir));
      expect([code, out]).toEqual([1, ""]);
      expect(err).toMatch(/^kibitz: nothing was measured: Absent played no game that counts/m);
    },
  );

  test("kibitz measure refuses what it cannot measure before it starts anything", async () => {
    const { code, out, err } = await endOf(measure("--entrant", join(projectDir, "examples/entrants.json")));
    expect([code, out, err]).toEqual([2, "", expect.stringContaining("one is measured at a time")]);
    const file = join(dataDir(), "entrant.json");
    writeFileSync(file, '{"kind": "strategy", "strategy": "random"}');
    const cut = await endOf(measure("--entrant", file, "--longest-game", "60", "--data-dir", dataDir()));
    expect([cut.code, cut.err]).toEqual([2, expect.stringMatching(/longest.game: .* below 300 moves/)]);
  });
});
