import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir, startHost } from "../support/host-process.ts";
import { kibitz } from "../support/kibitz.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

test("engines of the person's are added, play in a league by their names, which one that gives no move loses, and are forgotten", {
  tags: "edge",
}, async () => {
  using dir = tempDir();
  await using host = await startHost(join(dir.path, "data"));
  const place = ["--data-dir", host.dataDir];
  const script = join(projectDir, "test/players/uci/first-engine.ts");
  const added = await kibitz(
    "engines",
    "add",
    "--name",
    "First",
    "--path",
    process.execPath,
    "--arg",
    script,
    "--option",
    "Mood=kind",
    "--move-ms",
    "20",
    "--start-ms",
    "20000",
    "--json",
    ...place,
  );
  const own = { name: "First", path: process.execPath, args: [script], options: { Mood: "kind" } };
  const first = { ...own, move_ms: 20, start_ms: 20_000 };
  expect([added.code, JSON.parse(added.out)]).toMatchObject([0, { engines: [first], analysis_engine: null }]);

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
    kibitz("engines", "add", "--name", "Dud", "--path", process.execPath, "--arg=-e", "--arg", "0", ...place),
  ]);
  expect(played.code).toBe(0);
  const report = JSON.parse(played.out);
  expect(report.standings).toMatchObject([
    { name: "First", kind: "computer", won: 1, errors_per_1000: 0, terminations: { forfeit: 1 } },
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

test("removing an engine says which leagues it plays in", { tags: "edge" }, async () => {
  using dir = tempDir();
  await using host = await startHost(join(dir.path, "data"));
  const person = personAt(host);
  const place = ["--data-dir", host.dataDir];
  const script = join(projectDir, "test/players/uci/first-engine.ts");
  const patient = { path: process.execPath, args: [script], options: { Mood: "patient" }, move_ms: 3_600_000 };
  for (const name of ["Patient", "Idle"]) await person.post("/api/engines", { ...patient, name });
  for (const name of ["Long evening", "Second"]) {
    const entrants = [
      { kind: "computer", engine: "Patient" },
      { kind: "strategy", strategy: "random" },
    ];
    const { league_id } = (await person.post("/api/leagues", { name, entrants })).body;
    await person.post(`/api/leagues/${league_id}/start`, {});
  }
  const idle = await kibitz("engines", "remove", "Idle", ...place);
  expect([idle.code, idle.err]).toEqual([0, ""]);
  const removed = await kibitz("engines", "remove", "Patient", "--json", ...place);
  expect([removed.code, removed.err]).toEqual([
    0,
    "kibitz: Patient plays in the leagues “Second” and “Long evening”, and loses its games there.\n",
  ]);
  expect(JSON.parse(removed.out).engines).toEqual([]);
  const gone = await kibitz("engines", "remove", "Patient", ...place);
  expect([gone.code, gone.err]).toEqual([2, expect.not.stringContaining("plays in")]);
});

test("an engine of the person's analyses where it is chosen, reviews name it, and without it Kibitz's own does, which is said", {
  tags: "edge",
}, async () => {
  using dir = tempDir();
  const programs = join(dir.path, "programs");
  mkdirSync(programs);
  const found = join(programs, process.platform === "win32" ? "stockfish.exe" : "stockfish");
  writeFileSync(found, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  await using host = await startHost(join(dir.path, "data"), { PATH: programs });
  const person = personAt(host);
  const place = ["--data-dir", host.dataDir];
  const path = join(projectDir, "test/players/uci/first-engine.ts");
  const choose = (analysis_engine: string | null) => person.put("/api/settings", { analysis_engine });
  expect(await choose("Mine")).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining("analysis_engine: there is none") } },
  });
  const own = { name: "Mine", path: process.execPath, args: [path], options: { Score: "31", Threads: "2" } };
  const { body } = await person.post("/api/engines", own);
  // It is offered, and was not started: it is no engine.
  expect(body.found).toMatchObject({ name: "Stockfish", path: found });
  expect((await person.post("/api/engines", { name: "Stockfish", path: found })).body.error.code).toBe("ENGINE_FAILED");
  expect((await choose("Mine")).body.analysis_engine).toBe("Mine");

  const game = (await person.post("/api/import", { pgn: "1. e4 e5 2. Nf3 Nc6 1/2-1/2" })).body.game_id;
  const reviewed = await fetch(`${host.url}/api/games/${game}/review`, {
    method: "POST",
    headers: { authorization: `Bearer ${host.token}`, "content-type": "application/json" },
    body: JSON.stringify({ nodes: 700 }),
  });
  const review = JSON.parse((await reviewed.text()).split("\n").at(-1) ?? "");
  expect(review).toMatchObject({ engine: "First", nodes: 700 });
  expect(review.positions[1].score).toEqual({ kind: "cp", value: -31 });
  const { body: pgn } = await person.get(`/api/games/${game}/pgn`);
  expect(pgn).toContain('[Annotator "First"]');
  const at = async () => (await person.get(`/api/games/${game}/analysis?ply=1`)).body;
  expect(await at()).toMatchObject({ engine: "First", notice: null });

  const listed = await kibitz("engines", ...place);
  expect(listed.out).toMatch(
    /^Mine analyses\.\nThere is a Stockfish at .*kibitz engines add --name Stockfish --path /m,
  );
  expect((await kibitz("engines", "remove", "Mine", ...place)).out).toContain("Mine, chosen for analysis, is missing");
  expect(await at()).toMatchObject({
    engine: expect.stringMatching(/^Stockfish 19/),
    notice: expect.stringMatching(/“Mine” is missing.*Choose another under Settings/),
  });
  await at();
  expect(host.log().match(/“Mine” is missing/g)).toHaveLength(1);
  expect((await choose(null)).body.analysis_engine).toBeNull();
  expect((await at()).notice).toBeNull();
});
