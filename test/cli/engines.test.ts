import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir, startHost } from "../support/host-process.ts";
import { kibitz } from "../support/kibitz.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

test("engines of the person's are added, play in a league by their names, which one that gives no move loses, and are forgotten", async () => {
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

  const wrong = { ...first, name: "Wrong", options: { Mood: "wrong" } };
  expect((await personAt(host).post("/api/engines", wrong)).body.engines).toHaveLength(2);

  const file = join(dir.path, "entrants.json");
  const entrants = [
    { kind: "computer", engine: "First" },
    { kind: "computer", engine: "Wrong" },
  ];
  writeFileSync(file, JSON.stringify(entrants));
  const [played, listed, tried, taken, dud] = await Promise.all([
    kibitz("league", "--entrants", file, "--longest-game", "10", "--json", ...place),
    kibitz("engines", ...place),
    kibitz("engines", "test", "First", ...place),
    kibitz("engines", "add", "--name", "first", "--path", process.execPath, ...place),
    kibitz(...["engines", "add", "--name", "Dud", "--path", process.execPath, "--arg=-e", "--arg", "0", ...place]),
  ]);
  expect(played.code).toBe(0);
  const report = JSON.parse(played.out);
  expect(report.standings).toMatchObject([
    { name: "First", kind: "computer", won: 1, errors_per_1000: 0, terminations: { stalled: 1 } },
    { name: "Wrong", lost: 1, errors_per_1000: 1000, retries: 2, fallbacks: 0 },
  ]);
  expect(report.settings.missed_move).toBe("forfeit");
  expect([listed.code, listed.out]).toEqual([0, expect.stringMatching(/^First .*first-engine\.ts +Mood=kind +20$/m)]);
  expect([tried.code, tried.out]).toEqual([0, "It answers: First\n"]);
  expect([dud.code, dud.err]).toEqual([1, expect.stringContaining("does not answer as a UCI engine does")]);
  expect([taken.code, taken.err]).toEqual([2, expect.stringContaining("there is an engine “First” already")]);

  const removed = await kibitz("engines", "remove", "First", ...place);
  expect([removed.code, removed.out]).toEqual([0, expect.not.stringContaining("First")]);
  const gone = await kibitz("league", "--entrants", file, ...place);
  expect([gone.code, gone.err]).toEqual([
    2,
    expect.stringMatching(/entrants\.json, line 1: engine: there is no engine "First"\. There are: Wrong/),
  ]);
});
