import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { forge } from "../../attack/forgeries.ts";
import { seal, unseal } from "../../src/main/base/sealed-file.ts";
import { verifyBundle } from "../../src/main/commands/verify.ts";
import { canonical } from "../../src/main/views/export/bundle/bundle.ts";
import { nothingKnown } from "../../src/main/views/league/league-view.ts";
import { sure } from "../live-games/support.ts";
import { projectDir } from "../support/host-process.ts";
import { needs } from "../support/needs.ts";
import { hasPython } from "../support/python.ts";
import { tempDir } from "../support/temp-dir.ts";
import { leagueReport } from "./at-once.ts";
import { playedBundle } from "./bundled.ts";

const check = async (text: string) => sure(await verifyBundle(seal(text)));
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("a bundle", () => {
  test("a bundle of strategies and models is the same when all of it is played and computed again", async () => {
    const { live, text } = await playedBundle({ game: "tic-tac-toe", games_per_match: 2 });
    expect(await check(text)).toMatchObject({ difference: null, games: 12, league: live.league.id });
    const lines = linesOf(text);
    const report = lines.find(({ type }) => type === "report");
    const { standings } = leagueReport(live, nothingKnown);
    expect(report.standings.map(({ name, points }: { name: string; points: number }) => [name, points])).toEqual(
      standings.map(({ name, points }) => [name, points]),
    );
    expect(report.secret).toBe(live.league.settings.secret);
    const moves = lines.flatMap(({ events = [] }) => events.filter(({ prompt }: { prompt?: object }) => prompt));
    expect(moves.length).toBeGreaterThan(20);
    expect(moves[0].prompt).toMatchObject({
      system: expect.stringContaining("You play"),
      user: expect.stringContaining("it is your move"),
    });
    expect(moves[0].event.effort.answer).toMatchObject({ sha256: expect.any(String) });
  });

  test("a bundle has all formats, clocks, lots and byes decided again", async () => {
    for (const request of [
      { game: "odd-even", format: "swiss", rounds: 3, clock: { initial_seconds: 60, increment_seconds: 1 } },
      { game: "tic-tac-toe", format: "knockout", decider: { last: "armageddon", extra_pairs: 1 } },
      {
        game: "chess",
        longest_game: 6,
        openings: { order: "random" },
        games_per_match: 2,
        clock: { initial_seconds: 60, increment_seconds: 0 },
      },
    ])
      expect([request.game, (await check((await playedBundle(request)).text)).difference]).toEqual([
        request.game,
        null,
      ]);
  });

  test("a bundle that was changed and sealed anew is told by its line, its game and its ply", async () => {
    const { text } = await playedBundle({ game: "tic-tac-toe" });
    const lines = linesOf(text);
    const at = lines.findIndex(({ type }) => type === "game");
    const forged = (change: (line: (typeof lines)[number]) => void) => {
      const line = structuredClone(lines[at]);
      change(line);
      return check(`${lines.map(canonical).with(at, canonical(line)).join("\n")}\n`);
    };
    const { id } = lines[at];
    const found = await forged(({ events }) => {
      events.find(({ event }: { event: { ply?: number } }) => event.ply === 3).event.ms += 7_000;
    });
    expect(found.difference).toMatchObject({
      line: at + 1,
      game: id,
      ply: 3,
      text: expect.stringContaining("no time for"),
    });
    const cut = await forged(({ events }) => events.splice(3));
    expect(cut.difference).toMatchObject({ line: expect.any(Number) });
    const extra = await forged((line) => (line.extra = 1));
    expect(extra.difference).toMatchObject({ line: at + 1, text: "extra is 1, and computed again nothing" });
    const another = await check(text.replace('"type":"report"', '"type":"retort"'));
    expect(another.difference).toMatchObject({
      line: lines.length,
      text: expect.stringContaining("no line of a bundle"),
    });
  });

  test("a bundle is one gzip file whose every byte counts", async () => {
    const { text } = await playedBundle({
      game: "tic-tac-toe",
      entrants: [
        { kind: "strategy", strategy: "random" },
        { kind: "strategy", strategy: "random" },
      ],
    });
    const file = seal(text);
    expect(gunzipSync(file).toString()).toMatch(/\n\{"sha256":"[0-9a-f]{64}"\}\n$/);
    expect(unseal(file)).toEqual({ ok: true, value: { text, isWhole: true } });
    for (let at = 0; at < file.length; at += 1) {
      const changed = Uint8Array.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const read = unseal(changed);
      expect([at, read.ok && read.value.isWhole]).toEqual([at, false]);
    }
    const appended = unseal(Buffer.concat([file, Buffer.from([0])]));
    expect(appended.ok && appended.value.isWhole).toBe(false);
  });

  test("no random change of a byte, a move, a result, a time, an answer or a seed stays unnoticed; npm run attack -- bundles tries a thousand", {
    tags: "edge",
  }, async () => {
    const { made, missed } = await forge(60, 3);
    expect(missed).toEqual([]);
    expect([...made.values()]).toEqual([10, 10, 10, 10, 10, 10]);
  });

  test.skipIf(!hasPython)(
    "the reader in Python has the same points and illegal rates",
    { tags: "edge", ...needs("python3") },
    async () => {
      using dir = tempDir();
      const reader = join(projectDir, "examples/read_bundle.py");
      expect(readFileSync(reader, "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(60);
      for (const request of [
        { game: "tic-tac-toe", games_per_match: 2 },
        { game: "odd-even", format: "swiss", rounds: 3 },
        { game: "tic-tac-toe", format: "knockout" },
      ]) {
        const { live, text } = await playedBundle(request);
        const file = join(dir.path, "bundle.gz");
        writeFileSync(file, seal(text));
        const { stdout, stderr } = spawnSync("python3", [reader, file], { encoding: "utf8" });
        const rows = new Map(
          stdout
            .trimEnd()
            .split("\n")
            .slice(1)
            .map((line) => line.split("\t"))
            .map(([name, ...row]) => [name, row.map((cell) => (cell === "" ? null : Number(cell)))]),
        );
        for (const row of leagueReport(live, nothingKnown).standings)
          expect([row.name, rows.get(row.name), stderr]).toEqual([
            row.name,
            [row.points, row.won, row.drawn, row.lost, row.illegal_per_1000, row.illegal_per_1000_played],
            "",
          ]);
      }
    },
  );
});
