import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir, startHost } from "../support/host-process.ts";
import { kibitz } from "../support/kibitz.ts";
import { tempDir } from "../support/temp-dir.ts";

test("an engine of the person's is added, plays in a league by its name, and is forgotten", async () => {
  using dir = tempDir();
  await using host = await startHost(join(dir.path, "data"));
  const place = ["--data-dir", host.dataDir];
  const script = join(projectDir, "test/players/uci/first-engine.ts");
  const added = await kibitz(
    ...["engines", "add", "--name", "First", "--path", process.execPath, "--arg", script],
    ...["--option", "Mood=kind", "--move-ms", "20", "--json", ...place],
  );
  const first = { name: "First", path: process.execPath, args: [script], options: { Mood: "kind" }, move_ms: 20 };
  expect([added.code, JSON.parse(added.out)]).toEqual([0, { engines: [first] }]);

  const file = join(dir.path, "entrants.json");
  const entrants = [
    { kind: "computer", engine: "First" },
    { kind: "strategy", strategy: "random" },
  ];
  writeFileSync(file, JSON.stringify(entrants));
  const [played, listed, tried, taken, wrong] = await Promise.all([
    kibitz("league", "--entrants", file, "--longest-game", "10", "--json", ...place),
    kibitz("engines", ...place),
    kibitz("engines", "test", "First", ...place),
    kibitz("engines", "add", "--name", "first", "--path", process.execPath, ...place),
    kibitz("engines", "add", "--name", "Other", "--option", "Mood"),
  ]);
  expect(played.code).toBe(0);
  const report = JSON.parse(played.out);
  const own = report.standings.find(({ name }: { name: string }) => name === "First");
  expect(own).toMatchObject({ kind: "computer", played: 1, fallbacks: 0, errors_per_1000: 0 });
  expect([listed.code, listed.out]).toEqual([0, expect.stringMatching(/^First .*first-engine\.ts +Mood=kind +20$/m)]);
  expect([tried.code, tried.out]).toEqual([0, "It answers: First\n"]);
  expect([taken.code, taken.err]).toEqual([2, expect.stringContaining("there is an engine “First” already")]);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("add takes --name and --path")]);

  const removed = await kibitz("engines", "remove", "First", ...place);
  expect([removed.code, removed.out]).toEqual([0, "There are no engines of your own.\n"]);
  const gone = await kibitz("league", "--entrants", file, ...place);
  expect([gone.code, gone.err]).toEqual([
    2,
    expect.stringMatching(/entrants\.json, line 1: engine: there is no engine "First"\. There are: none/),
  ]);
});
