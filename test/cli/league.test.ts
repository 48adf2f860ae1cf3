import { once } from "node:events";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { runManyLeagues } from "../../bench/support/many-leagues.ts";
import { runMarathon } from "../../bench/support/marathon.ts";
import type { LeagueReport } from "../../src/shared/leagues.ts";
import { connect } from "../support/agents.ts";
import { startHost } from "../support/host-process.ts";
import { dataDir, endOf, kibitz, startKibitz } from "../support/kibitz.ts";
import { personAt } from "../support/person.ts";
import { openReceiver } from "../support/receiver.ts";

const league = (...args: readonly string[]) => kibitz("league", ...args);

const lastObject = (out: string): LeagueReport => JSON.parse(out.trimEnd().split("\n").at(-1) ?? "");

/** Asks a program to end at a word of its log, once: a second time would end it where it is. */
function stopAt(child: ReturnType<typeof startKibitz>, word: string): void {
  const hear = (said: Buffer) => {
    if (!said.includes(word)) return;
    child.stderr.off("data", hear);
    child.kill("SIGINT");
  };
  child.stderr.on("data", hear);
}

describe("kibitz league", () => {
  test("kibitz league runs from nothing to a champion, and tells a table after every round", async () => {
    const fresh = ["--data-dir", dataDir(), "--port", "0"];
    await using receiver = await openReceiver();
    const hook = ["--webhook", receiver.url];
    const { code, out, err } = await league(
      "--game",
      "odd-even",
      "--players",
      "4",
      "--strategy",
      "mixed",
      ...hook,
      ...fresh,
    );
    expect([code, out]).toEqual([0, expect.stringMatching(/\nChampion: .+\n$/)]);
    expect(out.match(/^After round/gm)).toHaveLength(2);
    expect(err.match(/round \d of 3/g)).toEqual(["round 1 of 3", "round 2 of 3", "round 3 of 3"]);
    const [secret = ""] = /(?<=signed with )whsec_\S+$/m.exec(err) ?? [];
    expect([receiver.taken[0]?.type, receiver.taken.at(-1)?.type]).toEqual([
      "league.leagueStarted",
      "league.leagueCompleted",
    ]);
    expect(receiver.deliveries.every((each) => each.isSignedBy(secret))).toBe(true);
    // No code that signs somebody in, where what is said is kept.
    expect(err).toMatch(/watch it at http:\/\/127\.0\.0\.1:\d+$/m);
    // 6 matches, of which each is in two rows, and three points for each.
    const rows = [...(out.split("Final table")[1] ?? "").matchAll(/^ *[1-4] {2}\S.*? {2,}(\d+) {2,}(\d+) {2}/gm)];
    expect(rows.map(([, , played]) => played)).toEqual(["3", "3", "3", "3"]);
    expect(rows.reduce((sum, [, points]) => sum + Number(points), 0)).toBe(6 * 3);
    expect(out).toMatch(
      /^Settings: match: 1 game; each game: rounds 5; points: 3 \/ 1 \/ 0 for win \/ draw \/ loss; tie-breaks: Direct encounter, Sonneborn–Berger, Rounds worth a win, then drawing lots; clock: none; .*; seed: \d+; secret: [0-9a-f]{64}$/m,
    );
  });

  test("kibitz league tells what to paste into each agent that is named, and begins once they have joined", async () => {
    const dir = dataDir();
    await using host = await startHost(join(dir, "data"));
    const file = join(dir, "entrants.json");
    const random = { kind: "strategy", strategy: "random", name: "Dice" };
    writeFileSync(file, JSON.stringify([random, { kind: "agent", name: "Ada" }]));
    const place = ["--data-dir", host.dataDir];
    const child = startKibitz(["league", "--game", "tic-tac-toe", "--entrants", file, ...place]);
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (more: string) => {
      said += more;
    });
    await expect
      .poll(() => said)
      .toMatch(/assistant that plays as “Ada”:\n\n.*joinLeague with league_id "\d+" and name "Ada"/);
    const [, id = ""] = /league_id "(\d+)"/.exec(said) ?? [];
    expect((await personAt(host).get(`/api/leagues/${id}`)).body).toMatchObject({ status: "ready", round: 0 });

    // Another one says what becomes of those that are played, and does not wait for this one.
    const ada = await connect(host, "http", "v2 client, new era", "Ada");
    onTestFinished(() => ada.close());
    const { entrant_token } = (await ada.call("joinLeague", { league_id: id, name: "Ada" })).data;
    await expect.poll(async () => (await personAt(host).get(`/api/leagues/${id}`)).body.status).toBe("running");
    // Its secret is nobody's before the end, and so is what players answered.
    const early = await personAt(host).get(`/api/leagues/${id}/bundle`);
    expect([early.status, early.body.error.message]).toEqual([400, expect.stringContaining("once it is over")]);
    const other = await league("--game", "tic-tac-toe", "--players", "2", "--strategy", "random", ...place);
    expect([other.code, other.err]).toEqual([
      0,
      expect.stringContaining(
        `league ${id} “League from the command line” goes on beside it; \`kibitz league --resume ${id}\` follows it`,
      ),
    ]);
    child.kill("SIGINT");
    await expect.poll(() => said).toContain("The league goes on in the Kibitz that runs");

    // Gone on with by its number, paused or not. No match had begun.
    const stop = await league("finish", id, "--data-dir", host.dataDir);
    expect([stop.code, stop.out]).toEqual([0, `League ${id} is paused.\n`]);
    const watch = await league("watch", id, "--data-dir", host.dataDir);
    const [, pgn = ""] = /^pgn: (\S+)\nboard: \S+\n$/.exec(watch.out) ?? [];
    expect((await fetch(pgn)).status).toBe(400);
    const revoke = await league("watch", id, "--revoke", "--data-dir", host.dataDir);
    expect([revoke.code, revoke.out, (await fetch(pgn)).status]).toEqual([0, "It is done.\n", 404]);
    const hook = await league("webhook", id, "http://10.0.0.1/", "--data-dir", host.dataDir);
    expect([hook.code, hook.err]).toEqual([
      2,
      expect.stringContaining("url: 10.0.0.1 is not an address that may be called"),
    ]);
    await ada.call("waitForNextMatch", { league_id: id, entrant_token, timeout_seconds: 0 });
    const resumed = startKibitz(["league", "--resume", id, ...place]);
    const match = await ada.call("waitForNextMatch", { league_id: id, entrant_token, timeout_seconds: 50 });
    await ada.call("resignGame", { game_id: match.data.game_id, seat_token: match.data.seat_token });
    expect(await endOf(resumed)).toMatchObject({ code: 0, out: expect.stringContaining("Champion: Dice") });
    expect(await league("--resume", id, "--rounds", "3", ...place)).toMatchObject({
      code: 2,
      err: expect.stringContaining("--rounds is for a new league"),
    });
  });

  test("kibitz league has nothing of the next round in the table after one, not even the bye", async () => {
    const swiss = ["--format", "swiss", "--rounds", "3", "--players", "3", "--strategy", "mixed"];
    const { out } = await league("--game", "odd-even", ...swiss, "--data-dir", dataDir(), "--port", "0");
    const tables = out.split(/^After round \d:$|^Final table/m).slice(1, 4);
    const points = tables.map((table) =>
      [...table.matchAll(/^ *[1-3] {2}\S.*? {2,}(\d+) {2,}\d+ {2}/gm)].reduce((sum, [, own]) => sum + Number(own), 0),
    );
    // In each round one wins and one has a bye, which counts the same.
    expect(points).toEqual([6, 12, 18]);
  });

  test("kibitz league has nothing beside its JSON object on standard output, whatever a library writes to the console", {
    tags: "edge",
  }, async () => {
    const library = 'process.on("exit", () => console.log("a library"))';
    const noise = `data:text/javascript,${encodeURIComponent(library)}`;
    const args = ["league", "--game", "odd-even", "--players", "2", "--strategy", "random", "--json"];
    const fresh = ["--data-dir", dataDir(), "--port", "0"];
    const { out, err } = await endOf(
      startKibitz([...args, ...fresh, "--debug"], { NODE_OPTIONS: `--import=${noise}` }),
    );
    expect(out.trimEnd().split("\n")).toHaveLength(1);
    expect(lastObject(out)).toMatchObject({ status: "complete" });
    expect(err).toMatch(/Z debug a library$/m);
  });

  test("kibitz league ends with one JSON object, and with the games of chess as PGN and on a page that replays them", async () => {
    const dir = dataDir();
    const pgn = join(dir, "games.pgn");
    const args = ["--game", "chess", "--players", "3", "--strategy", "mixed", "--longest-game", "8"];
    const replay = join(dir, "games.html");
    const csv = join(dir, "table.csv");
    const [games, moves] = [join(dir, "games.csv"), join(dir, "moves.json")];
    const bundle = join(dir, "league.jsonl.gz");
    const tables = ["--csv", csv, "--games", games, "--moves", moves, "--bundle", bundle];
    const files = ["--pgn", pgn, "--replay", replay, ...tables, "--review", "1"];
    const { code, out } = await league(...args, "--json", ...files, "--data-dir", join(dir, "data"), "--port", "0");
    expect(code).toBe(0);
    const report = lastObject(out);
    expect(out.trimEnd().split("\n")).toHaveLength(1);
    expect(report).toMatchObject({ game: "chess", format: "round-robin", status: "complete", rounds_total: 3 });
    const matches = report.rounds.flatMap((round) => round.matches).filter(({ b }) => b !== null);
    expect(matches).toHaveLength(3);
    expect(report.standings.map(({ name }) => name).toSorted()).toEqual(["Level 1", "Level 2", "random"]);
    expect(report.standings.reduce((sum, { points }) => sum + points, 0)).toBe(3);
    expect(report.champion).toBe(report.standings[0]?.name);
    expect(readFileSync(pgn, "utf8").match(/^\[Event /gm)).toHaveLength(3);
    // The engine's findings in the one game that it reviewed.
    expect(report.standings.filter(({ quality }) => quality?.games === 1)).toHaveLength(2);
    const [head = "", ...rows] = readFileSync(csv, "utf8").trimEnd().split("\r\n");
    const accuracy = head.split(",").indexOf("accuracy");
    expect(rows.filter((row) => row.split(",")[accuracy] !== "")).toHaveLength(2);
    const page = readFileSync(replay, "utf8");
    const seeds = [...page.matchAll(/<script type="application\/json" id="kibitz-replay(-\d)?">(.*?)<\/script>/g)];
    expect(seeds.map(([, place]) => place)).toEqual(["-0", "-1", "-2", undefined]);
    const [book, ...seen] = seeds.map(([, , text = ""]) => JSON.parse(text)).toReversed();
    expect(book).toMatchObject({ league: report.name, over: 3 });
    expect(book.games.map(({ round }: { round: number }) => round)).toEqual([1, 2, 3]);
    for (const game of seen) expect(game.moves.length).toBeGreaterThan(0);
    // Eight moves are enough for a mate, which happens now and then.
    const ends = readFileSync(games, "utf8").match(/,(?:move-limit,cut-short|checkmate,normal),/g);
    expect(ends).toHaveLength(3);
    const told = JSON.parse(readFileSync(moves, "utf8"));
    expect(told).toMatchObject({ league_id: report.league_id, entrants: [{}, {}, {}] });

    const [later, latest] = [join(dir, "later.json"), join(dir, "games.json")];
    const place = ["--data-dir", join(dir, "data"), "--port", "0"];
    const exported = await kibitz("league", "export", report.league_id, "--moves", later, "--games", latest, ...place);
    expect([exported.code, exported.out]).toEqual([0, ""]);
    expect(JSON.parse(readFileSync(later, "utf8")).moves).toEqual(told.moves);
    const played: readonly { reason: string; plies: number }[] = JSON.parse(readFileSync(latest, "utf8")).games;
    const cut = played.filter(({ reason }) => reason === "move-limit");
    expect(cut.map((game) => game.plies)).toEqual(cut.map(() => 16));
    const plies = played.reduce((sum, game) => sum + game.plies, 0);
    expect(told.moves).toHaveLength(plies);
    // The bundle needs nothing of this data folder, and all of its figures are those of the report.
    const same = `The same: league ${report.league_id}, 3 games, ${plies} moves\n`;
    expect(await kibitz("verify", bundle)).toEqual({ code: 0, out: same, err: "" });
    const lines = gunzipSync(readFileSync(bundle))
      .toString()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.find(({ type }) => type === "report").standings).toEqual(report.standings);
    const changed = readFileSync(bundle);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    writeFileSync(bundle, changed);
    expect(await kibitz("verify", bundle)).toMatchObject({
      code: 2,
      err: expect.stringContaining("cannot be unpacked"),
    });
    const nothing = await kibitz("league", "export", report.league_id, ...place);
    expect([nothing.code, nothing.err]).toEqual([2, "kibitz: say what to write: --games FILE, for one.\n"]);
  });

  test("kibitz verify has the engine choose moves again that it always chooses alike", { tags: "edge" }, async () => {
    const dir = dataDir();
    const [file, bundle] = [join(dir, "entrants.json"), join(dir, "league.jsonl.gz")];
    writeFileSync(file, '[{"kind": "computer", "level": 10}, {"kind": "strategy", "strategy": "random"}]');
    const args = ["--game", "chess", "--entrants", file, "--longest-game", "4", "--bundle", bundle];
    expect((await league(...args, "--data-dir", join(dir, "data"), "--port", "0")).code).toBe(0);
    const again = await kibitz("verify", bundle, "--replay-engines", "3", "--json");
    expect([again.code, JSON.parse(again.out)]).toMatchObject([0, { games: 1, engine_moves: 3, difference: null }]);
  });

  test("kibitz league writes the table and the tournament report, and goes on where such a report ends", async () => {
    const dir = dataDir();
    await using host = await startHost(join(dir, "data"));
    const [csv, trf, later] = [join(dir, "table.csv"), join(dir, "two.trf"), join(dir, "three.trf")];
    const swiss = ["--game", "odd-even", "--format", "swiss", "--players", "4", "--strategy", "random", "--json"];
    const place = ["--data-dir", host.dataDir];
    const first = await league(...swiss, "--rounds", "2", "--csv", csv, "--trf", trf, ...place);
    expect([first.code, first.err]).toEqual([0, expect.stringContaining("round 2 of 2")]);
    const { standings, crosstable } = lastObject(first.out);
    const [head = "", ...rows] = readFileSync(csv, "utf8").trimEnd().split("\r\n");
    expect(head).toMatch(/^rank,name,kind,status,points,.*,against_1,against_2,against_3,against_4$/);
    expect(rows.map((row) => row.split(",").slice(0, 5).join(","))).toEqual(
      standings.map(({ rank, name, kind, status, points }) => `${[rank, name, kind, status, points]}`),
    );
    expect(rows.map((row) => row.split(",").slice(-4))).toEqual(crosstable);

    const again = await league(...swiss, "--rounds", "3", "--from-trf", trf, "--trf", later, ...place);
    expect([again.code, again.err]).toEqual([0, expect.stringContaining("round 3 of 3")]);
    const players = (file: string) => readFileSync(file, "utf8").match(/^001 .*$/gm) ?? [];
    const before = players(trf);
    expect(before).toHaveLength(4);
    // Two rounds as they were, and one more.
    const [twice, thrice] = [before, players(later)].map((lines) => lines.map((line) => line.slice(89)));
    expect(thrice?.map((line) => line.slice(0, 20))).toEqual(twice);
    for (const line of thrice ?? []) expect(line.slice(20)).toMatch(/^ {2} {3}\d [wb] [10]$/);
    const all = lastObject(again.out);
    expect(all.standings.map(({ played }) => played)).toEqual([3, 3, 3, 3]);
    expect(all.standings.reduce((sum, { points }) => sum + points, 0)).toBe(6 * 3);
    expect(all.rounds.map(({ matches }) => matches.map(({ games }) => games.length))).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
    ]);

    // Matches that were played elsewhere are not reported anew.
    const told = await league(
      ...swiss.filter((each) => each !== "--json"),
      "--rounds",
      "4",
      "--from-trf",
      trf,
      ...place,
    );
    expect(told.out.match(/^After round \d|^Final table/gm)).toEqual(["After round 3", "Final table"]);
  });

  test("kibitz league is not begun where what is asked for at the end is not there in the game", {
    tags: "edge",
  }, async () => {
    const dir = dataDir();
    await using host = await startHost(dir);
    const pgn = join(dir, "games.pgn");
    const played = ["--game", "tic-tac-toe", "--players", "2", "--strategy", "random", "--data-dir", dir];
    for (const [option, value] of [
      ["--pgn", pgn],
      ["--review", "1"],
    ] as const) {
      const { code, out, err } = await league(...played, option, value);
      expect([code, out, err]).toEqual([
        2,
        "",
        expect.stringMatching(RegExp(`^kibitz: ${option}: .*tic-tac-toe.*\\n$`)),
      ]);
    }
    expect((await personAt(host).get("/api/leagues")).body.leagues).toEqual([]);
  });

  test("kibitz league tells the result where a file cannot be written", async () => {
    const dir = dataDir();
    const trf = join(dir, "report.trf");
    const args = ["--game", "odd-even", "--players", "2", "--strategy", "random", "--json"];
    // The link leads nowhere.
    const csv = join(dir, "table.csv");
    symlinkSync(join(dir, "nowhere", "table.csv"), csv);
    const files = ["--csv", csv, "--trf", trf];
    const { code, out, err } = await league(...args, ...files, "--data-dir", join(dir, "data"), "--port", "0");
    expect([code, lastObject(out).status]).toEqual([1, "complete"]);
    expect(err.match(/^kibitz: --csv: .*table\.csv cannot be written: its folder is not there$/gm)).toHaveLength(1);
    expect(readFileSync(trf, "utf8").match(/^001 /gm)).toHaveLength(2);
  });

  test("kibitz league joins the Kibitz that runs already, where the league stays", { tags: "edge" }, async () => {
    const dir = dataDir();
    await using host = await startHost(dir);
    const { code, out, err } = await league("--game", "tic-tac-toe", "--players", "4", "--json", "--data-dir", dir);
    expect([code, err]).toEqual([0, expect.not.stringContaining("watch it")]);
    const report = lastObject(out);
    expect(report.rounds.map(({ matches }) => matches.length)).toEqual([2, 2, 2]);
    // Three for who wins, and one for each of a draw.
    const given = report.rounds.flatMap(({ matches }) => matches.map(({ winner }) => (winner === null ? 2 : 3)));
    expect(report.standings.reduce((sum, { points }) => sum + points, 0)).toBe(
      given.reduce<number>((sum, each) => sum + each, 0),
    );
    const person = personAt(host);
    expect((await person.get(`/api/leagues/${report.league_id}`)).body).toEqual(report);
    expect((await person.get("/api/leagues?status=finished")).body.leagues).toMatchObject([
      { league_id: report.league_id },
    ]);
    const list = await kibitz("ratings", "--game", "tic-tac-toe", "--data-dir", dir);
    expect([list.code, list.out]).toEqual([0, expect.stringContaining("from 6 games")]);
    for (const { name } of report.standings) expect(list.out).toContain(name);
  });

  test("kibitz league ends when it is stopped halfway, and the league goes on with the next host", {
    tags: "edge",
  }, async () => {
    const dir = dataDir();
    const args = ["--game", "odd-even", "--players", "20", "--rounds", "500", "--data-dir", dir, "--port", "0"];
    const child = startKibitz(["league", "--json", ...args]);
    const err = text(child.stderr);
    const ended = once(child, "close");
    stopAt(child, "kibitz: round");
    expect(await ended).toEqual([1, null]);
    expect(await err).toContain("The league is kept");
    await using host = await startHost(dir);
    const person = personAt(host);
    const [stopped] = (await person.get("/api/leagues?status=live")).body.leagues;
    const { body } = await person.get(`/api/leagues/${stopped.league_id}/progress`);
    const later = await person.get(`/api/leagues/${stopped.league_id}/progress?after=${body.version}`);
    expect(later.body.version).toBeGreaterThan(body.version);
  });

  test("kibitz league wipes its bar before it says that it was stopped in a terminal", { tags: "edge" }, async () => {
    const terminal = "data:text/javascript,process.stderr.isTTY=true";
    const args = ["--game", "odd-even", "--players", "20", "--rounds", "500", "--data-dir", dataDir(), "--port", "0"];
    const child = startKibitz(["league", "--json", ...args], { NODE_OPTIONS: `--import ${terminal}` });
    stopAt(child, "matches");
    const { code, err } = await endOf(child);
    expect([code, err]).toEqual([1, expect.stringMatching(/ matches\r +\rkibitz: stopped\..*\n$/)]);
  });

  /** Resolves with what `kibitz league` has said when it has ended, to which it was asked at a word of it. */
  function stoppedAt(word: string, ...args: readonly string[]) {
    const child = startKibitz(["league", ...args]);
    stopAt(child, word);
    return endOf(child);
  }

  test("kibitz league says that the league goes on there when it is stopped where it joined a Kibitz", async () => {
    await using host = await startHost(dataDir());
    const args = ["--game", "odd-even", "--players", "20", "--rounds", "500", "--json", "--data-dir", host.dataDir];
    const { code, err } = await stoppedAt("kibitz: round", ...args);
    expect([code, err.trimEnd().split("\n").at(-1)]).toEqual([
      1,
      "kibitz: stopped. The league goes on in the Kibitz that runs, where it can be paused or cancelled.",
    ]);
  });

  test("kibitz league --resume gives a league that is running a new budget, and an address for its events", async () => {
    await using host = await startHost(dataDir());
    await using receiver = await openReceiver();
    const place = ["--data-dir", host.dataDir];
    const args = ["--game", "odd-even", "--players", "20", "--rounds", "500", "--max-tokens", "5000", "--json"];
    const { err } = await stoppedAt("kibitz: round", ...args, ...place);
    const [, id = ""] = /^kibitz: league (\d+), /m.exec(err) ?? [];
    const news = ["--max-tokens", "1", "--webhook", receiver.url];
    const again = await stoppedAt("kibitz: round", "--resume", id, ...news, ...place);
    expect(again.err).toContain(`what happens in it is sent to ${receiver.url}, signed with whsec_`);
    const { body } = await personAt(host).get(`/api/leagues/${id}`);
    expect(body).toMatchObject({ status: "running", settings: { max_tokens: 1, max_cost: null } });
    await expect.poll(() => receiver.taken.length).toBeGreaterThan(0);
  });

  test("kibitz league tells the result all the same when it is stopped while the games are looked through", {
    tags: "edge",
  }, async () => {
    // Most are left then, so that it is stopped in time on a busy machine, too.
    const games = ["--players", "3", "--games-per-match", "4", "--strategy", "random", "--longest-game", "6"];
    const { code, out, err } = await stoppedAt(
      "looked through 1 of 12",
      ...games,
      "--review",
      "12",
      "--port",
      "0",
      "--data-dir",
      dataDir(),
    );
    expect([code, out]).toEqual([1, expect.stringMatching(/\nChampion: .*\n$/)]);
    expect(err).toMatch(/kibitz: stopped: \d+ of 12 games were looked through\n$/);
    expect(err).not.toContain("goes on");
  });

  test.each(["stop", "kill"] as const)(
    "kibitz league says what becomes of the league where the Kibitz that it joined ends: %s",
    async (end) => {
      const dir = dataDir();
      const host = await startHost(dir);
      onTestFinished(host.kill);
      const args = ["--game", "odd-even", "--players", "20", "--rounds", "500", "--json", "--data-dir", dir];
      const child = startKibitz(["league", ...args]);
      const err = text(child.stderr);
      const ended = once(child, "close");
      child.stderr.once("data", () => void host[end]());
      expect(await ended).toEqual([1, null]);
      const [last] = (await err).trimEnd().split("\n").slice(-1);
      expect(last).toBe(
        `kibitz: the Kibitz at ${host.url} has ended or does not answer. The league is kept and goes on when Kibitz runs again in this data folder.`,
      );
    },
  );

  test("kibitz league says who is named and does not answer, and why, in its log and when it is asked later", {
    tags: "edge",
  }, async () => {
    const dir = dataDir();
    const file = join(dir, "entrants.json");
    const nobody = { kind: "endpoint", name: "Ghost", endpoint: "http://127.0.0.1:9/mcp" };
    writeFileSync(file, JSON.stringify([nobody, { kind: "strategy", strategy: "random" }]));
    const place = ["--data-dir", join(dir, "data"), "--port", "0"];
    const child = startKibitz(["league", "--game", "odd-even", "--entrants", file, "--debug", ...place]);
    const err = text(child.stderr);
    stopAt(child, "round 1 of 1");
    expect(await once(child, "close")).toEqual([1, null]);
    expect(await err).toMatch(/^kibitz: Ghost does not answer, and is suspended until it does$/m);
    expect(await err).toMatch(/ debug league \d+: Ghost is suspended: .*(?:ECONNREFUSED|cannot be reached)/);
    const [, id = ""] = /^kibitz: league (\d+), /m.exec(await err) ?? [];
    const shown = await league("show", id, "--match", "1", ...place);
    expect([shown.code, shown.err]).toEqual([0, ""]);
    expect(shown.out).toMatch(/Ghost:\n.*Suspended until it answers: it cannot be reached/);
    const unknown = await league("show", id, "--match", "7", ...place);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining(`League ${id} has no match 7`)]);
  });

  test("kibitz league keeps every result of many matches once, as the records of their games have them", {
    tags: "edge",
  }, async () => {
    const { matches, wrong, moves } = await runMarathon({ players: 16, rounds: 10, concurrency: 8 });
    expect([matches, wrong]).toEqual([80, []]);
    expect(moves).toBeGreaterThan(80 * 6);
  });

  test("kibitz league leaves others their turns while many leagues run at once", { tags: "edge" }, async () => {
    const asked = { asked: 3, warmUp: 0, aloneMs: 0 };
    const { busy, matchesPerSecond } = await runManyLeagues({ leagues: 12, players: 16, ...asked });
    expect(matchesPerSecond.asked).toBeGreaterThan(0);
    // Seconds would be an outage; how quick it is on an idle machine, the benchmarks tell.
    for (const { slowest } of Object.values(busy)) expect(slowest).toBeLessThan(5_000);
  });

  test("kibitz league calls players that wait at their addresses, which their entrants file names", {
    tags: "edge",
  }, async () => {
    const dir = dataDir();
    const waiting = ["Alpha", "Beta"].map((name) =>
      startKibitz(["player", "--name", name, "--strategy", "pattern", "--port", "0"]),
    );
    const said = await Promise.all(waiting.map(({ stdout }) => once(createInterface({ input: stdout }), "line")));
    const entrants = said.map(([line]) => {
      const [, name, endpoint] = /^(\w+): plays pattern at (\S+)$/.exec(String(line)) ?? [];
      return { kind: "endpoint", name, endpoint };
    });
    writeFileSync(join(dir, "entrants.json"), JSON.stringify(entrants));
    const asked = ["--game", "odd-even", "--entrants", join(dir, "entrants.json"), "--json", "--port", "0"];
    const { code: ended, out } = await league(...asked, "--data-dir", join(dir, "data"));
    expect(ended).toBe(0);
    expect(lastObject(out).standings).toMatchObject([
      { played: 1, forfeits: 0 },
      { played: 1, forfeits: 0 },
    ]);
    const { code, err } = await kibitz("player", "--name", "A", "--strategy", "random", "--league", "1");
    expect([code, err]).toEqual([2, expect.stringContaining("--register and --league go together")]);
  });

  test.each([
    [["--player", "4"], "There is no option --player. Did you mean --players?"],
    [["--entrants", "nowhere.json"], "nowhere.json"],
  ])("kibitz league refuses %j before it starts anything", async (args, reason) => {
    const { code, out, err } = await league(...args);
    expect([code, out, err]).toEqual([2, "", expect.stringContaining(reason)]);
  });

  test("kibitz league names the line and the field of a mistake in an entrants file", async () => {
    const dir = dataDir();
    const file = join(dir, "entrants.json");
    writeFileSync(
      file,
      '[\n  {"kind": "strategy", "strategy": "random"},\n  {"kind": "strategy",\n   "strategy": "perfect"}\n]',
    );
    const theirs = await league(
      "--game",
      "odd-even",
      "--entrants",
      file,
      "--data-dir",
      join(dir, "data"),
      "--port",
      "0",
    );
    expect([theirs.code, theirs.err]).toEqual([
      2,
      expect.stringContaining(`${file}, line 4: strategy: odd-even has no`),
    ]);
    writeFileSync(
      file,
      '[\n  {"kind": "strategy",\n   "strategy": "random"},\n  {"kind": "computer",\n   "level": "five"}\n]',
    );
    const unread = await league("--entrants", file, "--data-dir", join(dir, "data"));
    expect([unread.code, unread.err]).toEqual([2, expect.stringContaining(`${file}, line 5: level: takes a number`)]);
    const { code, err } = await league(
      "--game",
      "odd-even",
      "--strategy",
      "perfect",
      "--data-dir",
      join(dir, "data"),
      "--port",
      "0",
    );
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('odd-even has no strategy "perfect". It has pattern, random'),
    ]);
  });
});
