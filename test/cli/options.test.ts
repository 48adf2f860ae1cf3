import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readEntrants } from "../../src/cli/league/entrants-file.ts";
import { readLeagueOptions, usage } from "../../src/cli/league/options.ts";
import { createProgress } from "../../src/cli/league/progress.ts";
import { readMeasureOptions } from "../../src/cli/measure/options.ts";
import { leagueRequest, planLeague } from "../../src/main/league/request.ts";
import { fieldsOfKind } from "../../src/shared/entrants.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { sure } from "../live-games/support.ts";
import { projectDir } from "../support/host-process.ts";

const asked = (...args: readonly string[]) => sure(readLeagueOptions(args)).request;
const refusal = (...args: readonly string[]) => {
  const read = readLeagueOptions(args);
  return read.ok ? "" : read.message;
};

describe("kibitz league", () => {
  test("kibitz league lets referees run its matches where it starts some, or is told to", () => {
    expect(asked("--let-referees")).toMatchObject({ referees: true });
    expect(asked("--players", "2", "--servers", "--referees", "1")).toMatchObject({ referees: true });
    expect(asked("--players", "2", "--servers")["referees"]).toBeUndefined();
  });

  test("kibitz league fills its places with models in turn, each at its price", () => {
    const models = ["--model", "anthropic/claude-x", "--model", "openai-compatible/meta/llama:8b"];
    const { strategy, players, entrants, allow_keys } = asked(
      "--players",
      "3",
      "--strategy",
      "llm",
      ...models,
      "--price",
      "3,15",
      "--price",
      "0,0.5",
      "--base-url",
      "http://127.0.0.1:1/v1",
      "--key-env",
      "MY_KEY",
    );
    const both = { kind: "llm", base_url: "http://127.0.0.1:1/v1", key_env: "MY_KEY" };
    const claude = { ...both, provider: "anthropic", model: "claude-x", price: { input: 3, output: 15 } };
    const llama = { ...both, provider: "openai-compatible", model: "meta/llama:8b", price: { input: 0, output: 0.5 } };
    expect([strategy, players, entrants]).toEqual([undefined, 3, [claude, llama, claude]]);
    expect(allow_keys).toEqual(["MY_KEY@http://127.0.0.1:1"]);
    const file = ["--entrants", join(projectDir, "examples/entrants.json"), "--allow-key", "K@https://a.b"];
    expect(asked(...file)["allow_keys"]).toEqual(["K@https://a.b"]);
    // One price is that of all of them; as many play as usual.
    const four = asked("--strategy", "llm", "--model", "openai/a", "--model", "google/b", "--price", "1,2");
    expect(four["entrants"]).toMatchObject([
      { model: "a" },
      { model: "b" },
      { model: "a" },
      { model: "b", price: { output: 2 } },
    ]);
    const many = asked("--strategy", "llm", "--model", "openai/a", "--price", "1,2", "--players", "9999999999");
    expect(many["entrants"]).toHaveLength(1_000);
  });

  test("kibitz league gives each model a place where none are counted, and refuses one that has none", () => {
    const models = ["a", "b", "c", "d", "e"].flatMap((name) => ["--model", `openai/${name}`]);
    const llm = ["--strategy", "llm", "--price", "1,2"];
    const file = ["--entrants", join(projectDir, "examples/entrants.json")];
    const named = z.array(z.unknown()).parse(asked(...file)["entrants"]);
    expect(asked(...file, ...llm, ...models.slice(0, 4))["entrants"]).toEqual([
      ...named,
      expect.objectContaining({ model: "a" }),
      expect.objectContaining({ model: "b" }),
    ]);
    expect(asked(...llm, ...models)).toMatchObject({ players: 5, entrants: [{}, {}, {}, {}, { model: "e" }] });
    expect(refusal(...llm, ...models, "--players", "4")).toBe(
      "--players 4 leaves 4 places for 5 models: write --players 5 or more, or name fewer with --model.",
    );
    const count = named.length;
    expect(refusal(...file, ...llm, ...models.slice(0, 2), "--players", String(count))).toBe(
      `--players ${count} leaves 0 places for 1 model: write --players ${count + 1} or more, or name fewer with --model.`,
    );
    expect(refusal(...file, ...llm, ...models.slice(0, 2), "--servers")).toMatch(/^--servers is for the places of/);
  });

  test("every setting of a model has an option, which says its field", async () => {
    await using dir = await mkdtempDisposable(join(tmpdir(), "kibitz-prompt-"));
    const file = join(dir.path, "prompt.txt");
    await writeFile(file, "You are {seat}. {fen}");
    const given = {
      temperature: 0,
      "reasoning-effort": "high",
      "thinking-tokens": 2_000,
      "max-output-tokens": 5_000,
      "model-seed": 7,
      votes: 3,
      "calls-at-once": 4,
      "tokens-per-minute": 90_000,
      prompt: file,
    };
    const model = ["--strategy", "llm", "--model", "openai/m", "--price", "1,2", "--players", "1"];
    const flags = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const [entrant] = z.array(z.looseObject({})).parse(asked(...model, ...flags)["entrants"]);
    expect(entrant).toEqual({
      kind: "llm",
      provider: "openai",
      model: "m",
      price: { input: 1, output: 2 },
      temperature: 0,
      reasoning_effort: "high",
      thinking_tokens: 2_000,
      max_output_tokens: 5_000,
      seed: 7,
      votes: 3,
      calls_at_once: 4,
      tokens_per_minute: 90_000,
      prompt_text: "You are {seat}. {fen}",
    });
    // None of the fields lacks one, and the help has all.
    const others = ["kind", "name", "provider", "model", "price", "base_url", "key_env", "prompt"];
    expect(fieldsOfKind("llm").filter((name) => !others.includes(name) && !Object.hasOwn(entrant ?? {}, name))).toEqual(
      [],
    );
    for (const name of Object.keys(given)) expect(await usage()).toContain(`--${name} `);
    expect(refusal(...model, "--temperature", "hot")).toBe('--temperature takes a number, not "hot".');
    expect(refusal(...model, "--votes", "1")).toBe("--votes: takes at least 2");
    expect(refusal(...model, "--reasoning-effort", "much")).toMatch(/^--reasoning-effort: takes one of none, minimal/);
    await writeFile(file, "{colour}");
    expect(refusal(...model, "--prompt", file)).toMatch(/^--prompt: it has no field \{colour\}\. There are \{game\}/);
    expect(refusal(...model, "--prompt", `${file}.not`)).toMatch(/^--prompt takes a file that can be read, not /);
    expect(refusal("--temperature", "0")).toBe("--temperature is for --strategy llm.");
  });

  test("kibitz league reads what a match is worth, who is kept apart, and who asked for a bye", () => {
    const swiss = asked(
      "--points",
      "3,1,0,1",
      "--tie-breaks",
      "bh:C1,BH,SB",
      "--apart",
      "Ada | Boole",
      "--apart",
      "Church|Dana|Euler",
      "--bye",
      "Ada|2",
      "--bye",
      "Boole|3|none",
    );
    expect(swiss).toMatchObject({
      points: { win: 3, draw: 1, loss: 0, bye: 1 },
      tie_breaks: ["BH-C1", "BH", "SB"],
      forbidden_pairs: [{ names: ["Ada", "Boole"] }, { names: ["Church", "Dana", "Euler"] }],
      byes: [
        { name: "Ada", round: 2 },
        { name: "Boole", round: 3, worth: "none" },
      ],
    });
  });

  test("kibitz league reads what a level match of a knockout comes to", () => {
    expect(asked("--format", "knockout")["decider"]).toBeUndefined();
    expect(asked("--extra-games", "2")["decider"]).toEqual({ extra_games: 2 });
    const armageddon = asked("--decider", "armageddon", "--extra-pairs", "1", "--time-odds", "0.75");
    expect(armageddon["decider"]).toEqual({ last: "armageddon", extra_pairs: 1, time_odds: 0.75 });
  });

  test("kibitz league reads until when one may still join", () => {
    expect(asked("--late-entries", "2")["late_entries"]).toEqual({ rounds: 2 });
    expect(asked("--late-entries", "1,half")["late_entries"]).toEqual({ rounds: 1, worth: "half" });
  });

  test("kibitz league reads files that begin with a byte-order mark", async () => {
    await using dir = await mkdtempDisposable(join(tmpdir(), "kibitz-marked-"));
    const [entrants, report] = [join(dir.path, "entrants.json"), join(dir.path, "report.trf")];
    await writeFile(entrants, '\uFEFF[{"kind": "computer", "level": 3}]');
    await writeFile(report, "\uFEFF001    1      Ada");
    expect(asked("--entrants", entrants)["entrants"]).toEqual([{ kind: "computer", level: 3 }]);
    expect(asked("--format", "swiss", "--from-trf", report)["trf"]).toBe("001    1      Ada");
  });

  test.each([
    [["--players", "four"], /--players takes a whole number/],
    [["--points", "3,1"], /--points takes points, such as 3,1,0 or/],
    [["--tie-breaks", "BH,Median"], /--tie-breaks takes codes between commas, of DE, SB, BH, BH-C1, WIN/],
    [["--apart", "Ada"], /--apart takes the names of two entrants/],
    [["--bye", "Ada"], /--bye takes a name and a round/],
    [["--late-entries", "soon"], /--late-entries takes a round/],
    [["--time-odds", "much"], /--time-odds takes a number/],
    [["--clock", "5"], /--clock takes minutes and seconds/],
    [["--options", "[1]"], /--options takes a JSON object/],
    [["--strategy", "llm"], /takes --model PROVIDER\/MODEL/],
    [["--strategy", "llm", "--model", "claude"], /--model takes PROVIDER\/MODEL \(anthropic, openai/],
    [["--strategy", "llm", "--model", "acme/x"], /--model: provider: takes one of anthropic/],
    [["--strategy", "llm", "--model", "openai/x", "--price", "cheap"], /--price takes dollars/],
    [["--strategy", "llm", "--model", "openai/x", "--price", "1,2", "--price", "1,2"], /one for each --model/],
    [["--strategy", "llm", "--model", "openai/x", "--key-env", "not a name"], /^--key-env: the name of an env/],
    [["--strategy", "llm", "--model", "openai/x", "--base-url", "x.example"], /^--base-url: an address that begins/],
    [["--strategy", "llm", "--model", "openai/x"], /^--price: it is missing\. Say what x costs.*--price 3,15/],
    [["--strategy", "llm", "--model", "openai-compatible/x", "--price", "0,0"], /^--base-url: it is missing: /],
    [["--model", "openai/x"], /--model is for --strategy llm/],
    [["--sprt", "0"], /--sprt takes two differences/],
    [["--replay", "nowhere/games.html"], /--replay: there is no folder nowhere/],
    [["--openings", "nowhere.epd"], /^--openings: there is no file nowhere\.epd$/],
    [["--entrants", "."], /^--entrants: \. cannot be read: it is a folder$/],
    [["--pgn", "."], /^--pgn: \. cannot be written: it is a folder$/],
    [["--sprt", "0,20,0.05"], /--sprt takes two differences/],
  ])("kibitz league refuses %j", (args, reason) => {
    expect(refusal(...args)).toMatch(reason);
  });

  test("kibitz league takes a sequential test with the usual error rates or its own", () => {
    expect(asked("--sprt=-5,10.5")["sprt"]).toEqual({ elo0: -5, elo1: 10.5 });
    // How far they may be apart is said by the host, to all who ask it.
    expect(asked("--sprt", "0,7000")["sprt"]).toEqual({ elo0: 0, elo1: 7_000 });
    expect(asked("--sprt", "0,20,0.01,0.1")["sprt"]).toEqual({ elo0: 0, elo1: 20, alpha: 0.01, beta: 0.1 });
  });

  test("kibitz league refuses files that nothing could be read from afterwards before anything is played", () => {
    for (const name of ["pgn", "csv", "trf", "replay"])
      expect(refusal(`--${name}`, "")).toBe(`--${name} takes a value. \`kibitz league --help\` lists the options.`);
    expect(refusal("--csv", "table", "--pgn", "games", "--trf", "./table")).toBe(
      "--trf: ./table is to be written by --csv, too.",
    );
    expect(readMeasureOptions(["--join", "--html", ""])).toMatchObject({
      message: expect.stringMatching(/^--html takes a value\. /),
    });
  });

  test("a league that is continued takes every option that the help has under Output and This program", async () => {
    const [, output = ""] = (await usage()).split("\nOutput:\n");
    const named = [...output.matchAll(/(?:^ {2}|, )--([a-z0-9-]+)( [A-Z]+)?/gm)].map(([, name = "", value]) => ({
      name,
      value,
    }));
    expect(named.length).toBeGreaterThan(10);
    for (const { name, value } of named) {
      const given = value === undefined ? [`--${name}`] : [`--${name}`, name === "review" ? "1" : "x"];
      expect(refusal("--resume", "12", ...given), name).toBe("");
    }
    expect(refusal("--resume", "12", "--rounds", "3")).toMatch(/^--rounds is for a new league/);
  });

  test("kibitz league tells how far it is by a bar in a terminal, and by lines elsewhere", () => {
    const told = (isTTY: boolean): string => {
      const said: string[] = [];
      const progress = createProgress({ isTTY, write: (text: string) => said.push(text) > 0 });
      for (const over of [1, 2, 3])
        progress.show({ round: over > 1 ? 2 : 1, rounds_total: 2, matches_over: over, matches_total: 4 });
      progress.clear();
      return said.join("");
    };
    expect(told(false)).toBe("kibitz: round 1 of 2\nkibitz: round 2 of 2\n");
    // Each bar is wiped before the next, and the last one too.
    const shown = told(true)
      .split("\r")
      .filter((text) => text.trim() !== "");
    expect(shown).toEqual([
      "round 1 of 2 [########......................] 1 of 4 matches",
      "round 2 of 2 [###############...............] 2 of 4 matches",
      "round 2 of 2 [#######################.......] 3 of 4 matches",
    ]);
    expect(told(true).endsWith("\r")).toBe(true);
  });

  test.each([
    [54, "round 1 of 2 [######.................] 1 of 4 matches"],
    [40, "round 1 of 2 [##.......] 1 of 4 matches"],
    [30, "round 1 of 2, 1 of 4 matches"],
    [20, "round 1 of 2, 1 of "],
  ])(
    "kibitz league stays in one line of a terminal of %i columns, which could not be wiped otherwise",
    (columns, bar) => {
      const said: string[] = [];
      const progress = createProgress({ isTTY: true, columns, write: (text: string) => said.push(text) > 0 });
      progress.show({ round: 1, rounds_total: 2, matches_over: 1, matches_total: 4 });
      progress.clear();
      expect(said).toEqual([bar, `\r${" ".repeat(bar.length)}\r`]);
    },
  );
});

test.each([
  [
    '[\n  {"kind": "strategy",\n   "strategy": "random"},\n  {"kind": "computer",\n   "level": "five"}\n]',
    "line 5: level: takes a number",
  ],
  [
    '[\n  {"kind": "strategy", "strategy": "random"},\n  {"name": "X"}\n]',
    "line 3: kind: takes one of agent, computer",
  ],
  ['[\n  {"kind": "wizard"}\n]', "line 2: kind: takes one of agent, computer, strategy, llm, command, endpoint, human"],
  ['[\n  {"kind": "strategy"}\n]', "line 2: strategy: it is missing"],
  [
    '[\n  {"kind": "human"},\n  {"kind": "llm", "provider": "openai",\n  "modle": "x"}\n]',
    "line 3: model: it is missing",
  ],
  ['[\n  {"kind": "llm", "base-url": "x"}\n]', 'line 2: there is no argument "base-url"; did you mean base_url?'],
  [
    '[\n  {"kind": "computer",\n   "level": 11,\n   "engine": 5},\n  {"kind": "human"},\n  {"kind": "wizard"}\n]',
    "line 3: level: takes at most 10\nline 4: engine: takes text\nline 6: kind: takes one of",
  ],
  [
    '[\n  {"kind": "llm", "provider": "openai", "model": "x",\n   "base_url": "a.b"},\n  {"kind": "agent"}\n]',
    "line 3: base_url: an address that begins with http:// or https:// is expected\nline 4: name: it is missing",
  ],
  ['[\n  {"kind": "computer",,\n]', "line 2: this is not JSON"],
  ['{"kind": "computer"}', "line 1: a list of entrants"],
])("the entrants file %j is refused with its line", (content, reason) => {
  expect(readEntrants(content)).toMatchObject({ ok: false, message: expect.stringContaining(reason) });
});

test.each([
  [[], "one of --entrant FILE, --join and --resume is needed"],
  [["--join", "--resume"], "one of --entrant FILE, --join and --resume is needed"],
  [["--join", "--games", "many"], "--games takes a whole number"],
  [["--entrant", "nowhere.json"], "--entrant: there is no file nowhere.json"],
])("kibitz measure refuses %j", (args, reason) => {
  expect(readMeasureOptions(args)).toMatchObject({ ok: false, message: expect.stringContaining(reason) });
});

test("kibitz measure writes the files of a league, and its --games are how many are played", () => {
  const files = ["--moves", "/dev/null", "--csv", "/dev/stdout"];
  const { request, files: named } = sure(readMeasureOptions(["--join", "--games", "4", ...files]));
  expect(request).toMatchObject({ games: 4 });
  expect(named).toEqual({ moves: "/dev/null", csv: "/dev/stdout" });
});

test("the mistakes of a refused league stand at the lines of its entrants' file, whatever their texts are like", async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), "kibitz-options-"));
  const file = join(dir.path, "entrants.json");
  const odd = "x; entrants.0: name: y";
  const entrants = ["random", odd, "perfect"].map((strategy) => ({ kind: "strategy", strategy }));
  await writeFile(file, JSON.stringify(entrants, null, 1));
  const { inFile } = sure(readLeagueOptions(["--game", "odd-even", "--entrants", file]));
  const refusal = runAtOnce(planLeague(leagueRequest.parse({ game: "odd-even", entrants }), Math.random));
  if (refusal.ok) throw new Error("it is not refused");
  const noStrategy = (name: string) => `strategy: odd-even has no strategy ${JSON.stringify(name)}`;
  expect(refusal.message).toContain(`entrants.1: ${noStrategy(odd)}`);
  expect(refusal.message).toContain(`; entrants.2: ${noStrategy("perfect")}`);
  expect(inFile(refusal).split("\n")).toEqual([
    expect.stringContaining(`${file}, line 8: ${noStrategy(odd)}`),
    expect.stringContaining(`${file}, line 12: ${noStrategy("perfect")}`),
  ]);
  expect(inFile({ ok: false, code: "STORAGE_FAILED", message: "entrants.0: no" })).toBe("entrants.0: no");
});
