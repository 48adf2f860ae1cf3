import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { definitionOf } from "../../../src/games/register.ts";
import type { MoveContext } from "../../../src/main/players/driver.ts";
import { askModel, requestOf } from "../../../src/main/players/model/ask.ts";
import { askForMove } from "../../../src/main/players/model/ask-for-move.ts";
import { createCredentialLimits } from "../../../src/main/players/model/credential-limits.ts";
import { type Allowance, modelDriver } from "../../../src/main/players/model/driver.ts";
import type { AskModel } from "../../../src/main/players/model/model-answer.ts";
import { promptFor } from "../../../src/main/players/model/prompt.ts";
import { effortSchema } from "../../../src/shared/events.ts";
import type { ModelProvider } from "../../../src/shared/model-providers.ts";
import type { ModelSettings } from "../../../src/shared/player-settings.ts";
import { accept, refuse } from "../../../src/shared/result.ts";
import { cleanLine } from "../../../src/shared/text.ts";
import { sure } from "../../live-games/support.ts";
import { echoesOf } from "../echoes.ts";
import { openVendor, type Reply, type Vendor } from "./vendor.ts";

const KEY = "sk-secret-0123456789";

/** A stand-in that says what is next on a list, and then fails. */
const next: { replies: (Reply | Promise<Reply>)[] } = { replies: [] };
let vendor: Vendor;
beforeEach(async () => {
  next.replies = [];
  Object.assign(league, {
    held: [],
    waits: [],
    givenBack: 0,
    onGivenBack: () => {},
    allow: (): Promise<void> | undefined => undefined,
    atOnce: true,
    onFailure: "random",
    isBudgeted: false,
  });
  vendor = await openVendor(() => next.replies.shift() ?? { status: 500 }, KEY);
});
afterEach(() => vendor[Symbol.asyncDispose]());

const all = { board: true, fen: true, history: true, legal: true };
const modelAt = (provider: ModelProvider, more: Partial<ModelSettings> = {}): ModelSettings => ({
  provider,
  model: "m",
  baseUrl: vendor.url,
  key: "THE_KEY",
  prompt: all,
  price: { input: 2, output: 10 },
  ...more,
});

function thoughtOf(model: ModelSettings, more: Partial<MoveContext> = {}): MoveContext {
  const definition = definitionOf("tic-tac-toe");
  const options = definition.options.parse({});
  const state = sure(definition.rules.play(sure(definition.rules.start(options)), "X", "b2")).state;
  return {
    kind: definition.kind,
    options,
    seat: "O",
    settings: { model },
    view: definition.rules.view(state, "O"),
    legalMoves: definition.rules.legalMoves(state, "O"),
    readMove: (text) => {
      const read = definition.rules.play(state, "O", text);
      return read.ok ? read.value.move : null;
    },
    history: ["b2"],
    rejects: [],
    timeMs: 60_000,
    gameId: "L1m1g1",
    ply: 2,
    legalShown: true,
    round: null,
    league: null,
    clock: null,
    signal: new AbortController().signal,
    ...more,
  };
}

const patience = { tries: 3, answerMs: 20_000, backoffMs: 1, waitMs: 20_000, reserveMs: 0 };
/** The pauses and waits of a league, and whether its models may be asked. */
const league = {
  held: [] as string[],
  waits: [] as number[],
  givenBack: 0,
  onGivenBack: () => {},
  allow: (): Promise<void> | undefined => undefined,
  atOnce: true,
  onFailure: "random" as Allowance["onFailure"],
  isBudgeted: false,
};
const newDriver = () =>
  modelDriver({
    ask: askModel,
    findKey: async (name) => (name === "THE_KEY" ? accept(KEY) : refuse("INVALID_ARGUMENT", `there is no key ${name}`)),
    leagues: {
      mayAsk: async () => {
        await league.allow();
        const { held: _, waits: __, givenBack: ___, onGivenBack: ____, allow: _____, ...allowance } = league;
        return accept(allowance);
      },
      hold: async (id, entrant, reason) => {
        league.held.push(`${id} ${entrant}: ${reason}`);
        return accept(null);
      },
      wait: async (_id, _entrant, _reason, ms) => {
        league.waits.push(ms);
        return accept(null);
      },
      giveBack: async (_game, _seat, ms) => {
        league.givenBack += ms;
        league.onGivenBack();
      },
    },
    random: () => 0,
    patience,
  });
const chosen = async (thought: MoveContext) => sure(await newDriver().chooseMove(thought));

const providers = ["anthropic", "openai", "google", "openai-compatible"] as const;

test("a vendor that tells no usage has tokens and cost unknown, and an empty answer differs from a call of a tool", async () => {
  const saying = (message: object) => ({
    status: 200,
    body: JSON.stringify({
      id: "c",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" }],
    }),
  });
  const call = { id: "1", type: "function", function: { name: "look_up", arguments: "{}" } };
  next.replies = [
    saying({ content: "" }),
    saying({ content: null, tool_calls: [call] }),
    saying({ content: "MOVE: a1" }),
  ];
  const { text, effort } = await chosen(thoughtOf(modelAt("openai-compatible")));
  expect([text, effort?.tokens, effort?.cost]).toEqual(["a1", null, null]);
  expect(effort?.failures).toEqual(["its answer was empty", "it called a tool (look_up) and said no move"]);
});

test("an answer that was cut off is asked again for without a choice, and so is one that names two moves", async () => {
  const cut = (content: string): Reply => ({
    status: 200,
    body: JSON.stringify({
      id: "c",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "length" }],
    }),
  });
  next.replies = [cut("<think>If I take a1 or"), "MOVE: a1\nMOVE: c3", cut("MOVE: c3\n\nIt is better than")];
  const { text, effort } = await chosen(thoughtOf(modelAt("openai-compatible")));
  expect([text, effort?.failures]).toEqual([
    "c3",
    [
      "its answer was cut off at its greatest length before it named a move: <think>If I take a1 or",
      "more than one move in its answer: MOVE: a1 MOVE: c3",
    ],
  ]);
  expect(effort).toMatchObject({
    causes: { "cut-off": 1, ambiguous: 1 },
    answer: { finish: "length", form: "move-line", text: "MOVE: c3\n\nIt is better than" },
  });
  expect(vendor.asked[1]?.body).toContain("reached its greatest length before it named a move");
  expect(vendor.asked[2]?.body).toContain("Your last answer named more than one move");
});

test("a long answer is recorded by its end and the digest of the whole, and one without a move in the move by lot", async () => {
  const long = `${"a".repeat(20_000)}\nMOVE: c3`;
  next.replies = [long, "no", "nothing", "I can't do that"];
  const played = (await chosen(thoughtOf(modelAt("openai")))).effort?.answer;
  expect([played?.text, played?.length]).toEqual([long.slice(-16_384), long.length]);
  expect(played?.sha256).toBe(createHash("sha256").update(long).digest("hex"));
  const { effort } = await chosen(thoughtOf(modelAt("openai")));
  expect(effort).toMatchObject({
    causes: { unreadable: 2, refused: 1 },
    answer: { text: "I can't do that", form: null },
  });
});

test.each(providers)(
  "a model of %s thinks what its answer says beside the choice, and what its vendor tells of its reasoning",
  async (provider) => {
    next.replies = [
      { text: `<think>By ${KEY}.</think>A corner.\nMOVE: a1`, reasoning: "It forks." },
      "MOVE: a1",
      "no",
      "no",
      "no",
    ];
    const thoughts = async () => (await chosen(thoughtOf(modelAt(provider)))).thoughts;
    expect(await thoughts()).toEqual({ text: "A corner.\n\nBy ….\n\nIt forks." });
    expect(await thoughts()).toBeUndefined();
    // A move by lot is none of its own.
    expect(await thoughts()).toBeUndefined();
  },
);

test("a model resigns by its answer, and is told that it may", async () => {
  next.replies = ["I am lost.\n\nMOVE: RESIGN"];
  expect(await chosen(thoughtOf(modelAt("openai")))).toMatchObject({ text: null, resigns: true });
  expect(vendor.asked[0]?.body).toContain("MOVE: RESIGN resigns the game");
});

describe("where no answer brings a move, and the league says what becomes of that", () => {
  const at = { id: "12", entrant: 3, game: 1 };

  test("a move that no answer brings is given up where the league says so, with the reason of the last answer", async () => {
    league.onFailure = "forfeit";
    next.replies = ["z9z9", "nothing to say here", "no idea at all"];
    const refused = await chosen(thoughtOf(modelAt("openai"), { league: at }));
    expect(refused.text).toBe("z9z9");
    const seen = [{ text: "z9z9", reason: "no such cell" }];
    const given = await chosen(thoughtOf(modelAt("openai"), { league: at, rejects: seen }));
    expect(given).toMatchObject({ text: null, late: false, effort: { fallback: null, tokens: { input: 200 } } });
    expect(given.effort?.failures.at(-1)).toBe("no move in its answer: no idea at all");
    const illegal = await chosen(thoughtOf(modelAt("openai"), { league: at, rejects: [...seen, ...seen, ...seen] }));
    expect(illegal.effort?.failures).toEqual(["illegal: z9z9"]);
    expect(league.held).toEqual([]);
  });

  test("a league that says so waits for the person where no answer brings a move, and the model is asked again then", async () => {
    league.onFailure = "pause";
    next.replies = [..."123"].map((each) => `no idea ${each}`).concat("MOVE: a1", "MOVE: a3");
    const { text } = await chosen(thoughtOf(modelAt("openai"), { league: at }));
    expect(text).toBe("a1");
    expect(league.held).toEqual(["12 3: no move in its answer: no idea 3"]);
    // Also where the rules had refused as many answers as there is patience for.
    const refused = ["z9", "z9", "z9"].map((each) => ({ text: each, reason: "no such cell" }));
    expect((await chosen(thoughtOf(modelAt("openai"), { league: at, rejects: refused }))).text).toBe("a3");
    expect(league.held.slice(1)).toEqual(["12 3: illegal: z9"]);
  });
});

test("a vendor that tells no usage pauses a league with a budget, and its move counts", async () => {
  league.isBudgeted = true;
  const thought = thoughtOf(modelAt("openai-compatible"), { league: { id: "12", entrant: 3, game: 1 } });
  next.replies = ["MOVE: a1"];
  expect((await chosen(thought)).text).toBe("a1");
  expect(league.held).toEqual([]);
  const message = { role: "assistant", content: "MOVE: a1" };
  const body = { id: "c", object: "chat.completion", created: 1, model: "m", choices: [{ index: 0, message }] };
  next.replies = [{ status: 200, body: JSON.stringify(body) }];
  expect((await chosen(thought)).text).toBe("a1");
  expect(league.held).toEqual(["12 3: its vendor tells no usage, and there is a budget"]);
});

test("tokens that are read from the vendor's cache have their own price, where one is entered", async () => {
  const message = { role: "assistant", content: "MOVE: a1" };
  const usage = { prompt_tokens: 100, completion_tokens: 30, prompt_tokens_details: { cached_tokens: 80 } };
  const body = { id: "c", object: "chat.completion", created: 1, model: "m", choices: [{ index: 0, message }], usage };
  for (const [price, cost] of [
    [{ input: 2, output: 10 }, 100 * 2 + 30 * 10],
    [{ input: 2, output: 10, cached: 0.5 }, 20 * 2 + 80 * 0.5 + 30 * 10],
  ] as const) {
    next.replies = [{ status: 200, body: JSON.stringify(body) }];
    const { effort } = await chosen(thoughtOf(modelAt("openai-compatible", { price })));
    expect(effort?.cost).toBeCloseTo(cost / 1_000_000, 12);
    expect(effort?.tokens).toEqual({ input: 100, output: 30, reasoning: 0 });
  }
});

describe.each(providers)("a model of %s", (provider) => {
  test("a vendor's model is told the game in its own words and asked with its key, and its cost is counted", async () => {
    next.replies = ["I take the corner.\n\nMOVE: a1"];
    const { text, effort } = await chosen(thoughtOf(modelAt(provider, { temperature: 0.5 })));
    expect(text).toBe("a1");
    const reasoning = provider === "anthropic" ? 0 : 10;
    expect(effort).toMatchObject({
      retries: 0,
      unusable: 0,
      fallback: null,
      tokens: { input: 100, output: 30, reasoning },
    });
    expect(effort?.cost).toBeCloseTo((100 * 2 + 30 * 10) / 1_000_000, 10);
    const [{ headers, body, url } = { headers: {}, body: "", url: "" }] = vendor.asked;
    const said = "I take the corner.\n\nMOVE: a1";
    const { sent = "", ...answer } = effort?.answer ?? {};
    const sha256 = createHash("sha256").update(said).digest("hex");
    expect(answer).toMatchObject({ text: said, length: said.length, sha256, form: "move-line", finish: "stop" });
    // The record has what the request carried, whatever was set.
    const { model, messages, input, contents, system, systemInstruction, ...carried } = JSON.parse(body);
    expect(JSON.parse(sent)).toEqual(carried);
    expect(sent.includes("0.5")).toBe(provider !== "openai" || "temperature" in carried);
    expect(body).toContain("You play Tic-tac-toe as O");
    expect(body).toContain("Your legal moves");
    expect([headers["x-api-key"], headers["x-goog-api-key"], headers.authorization]).toContain(
      provider === "openai" || provider === "openai-compatible" ? `Bearer ${KEY}` : KEY,
    );
    expect(url + body).not.toContain(KEY);
  });

  test("a vendor's model is waited for as long as a rate limit says, and asked again", async () => {
    next.replies = [{ status: 429, headers: { "retry-after-ms": "20" } }, "MOVE: a1"];
    const { text, effort } = await chosen(thoughtOf(modelAt(provider)));
    expect([text, effort?.retries, effort?.fallback]).toEqual(["a1", 1, null]);
    expect(effort?.failures).toEqual([
      expect.stringMatching(/^HTTP status 429 .*; asked again after 0\.02 s, as it wants$/),
    ]);
    expect(JSON.stringify(effort)).not.toContain(KEY);
  });

  test("a vendor's model is asked again after our own pause where a rate limit does not say how long", async () => {
    next.replies = [{ status: 429, headers: { "retry-after-ms": "", "retry-after": "" } }, "MOVE: a1"];
    const { text, effort } = await chosen(thoughtOf(modelAt(provider)));
    expect([text, effort?.failures]).toEqual(["a1", [expect.not.stringContaining("as it wants")]]);
  });
});

describe.each(providers)("a move that is not %s's own is one by chance, and the record says why", (provider) => {
  const told = async (
    replies: readonly Reply[],
    more: Partial<MoveContext> = {},
    model: Partial<ModelSettings> = {},
  ) => {
    next.replies = [...replies];
    const choice = await chosen(thoughtOf(modelAt(provider, model), more));
    expect(JSON.stringify(choice)).not.toContain(KEY);
    return { ...choice, asked: vendor.asked.length };
  };

  test("a random move follows a refusal to answer, in words or in the vendor's own way, which costs all the same", async () => {
    const { text, effort, asked } = await told(["refuse", "I'm sorry, but I can't help with that.", `No, ${KEY}`]);
    expect([text, asked, effort?.retries, effort?.unusable]).toEqual(["a1", 3, 2, 3]);
    expect(effort).toMatchObject({
      fallback: expect.stringContaining("no move in its answer"),
      tokens: { input: 300 },
    });
    expect(vendor.asked[1]?.body).toContain("There was no move in your last answer");
  });

  test("a random move follows garbage in place of an answer", async () => {
    const { effort, asked } = await told([
      { status: 200, body: "<html>" },
      { status: 200, body: "{}" },
      { status: 502 },
    ]);
    expect([asked, effort?.unusable, effort?.fallback]).toEqual([3, 3, expect.stringContaining("HTTP status 502")]);
  });

  test("a random move follows an answer that is longer than 256 KiB", async () => {
    const { text, effort } = await told([`${"a".repeat(262_144)}\nMOVE: c1`, "MOVE: a3"]);
    expect([text, effort?.unusable, effort?.failures]).toEqual([
      "a3",
      1,
      [expect.stringContaining("longer than 256 KiB")],
    ]);
  });

  test("a random move follows an answer of too many parts, which nothing parses", async () => {
    const body = `{"choices":[${"{},".repeat(2_000)}{}]}`;
    const { text, effort } = await told([{ status: 200, body }, { status: 500, body }, "MOVE: a3"]);
    expect([text, effort?.failures]).toEqual([
      "a3",
      [expect.stringContaining("its answer has more than 2000 parts"), expect.stringContaining("HTTP status 500")],
    ]);
  });

  test("an answer with many brackets and commas in a text is read as it is", async () => {
    const { text } = await told([`${'"[{,'.repeat(4_000)}\\\nMOVE: a3`]);
    expect(text).toBe("a3");
  });

  test("a random move follows at once where the key is refused or missing", async () => {
    const refused = await told([{ status: 401 }, "MOVE: a1"]);
    expect([refused.asked, refused.effort?.fallback]).toEqual([1, expect.stringContaining("does not take the key")]);
    vendor.asked.length = 0;
    const missing = await told(["MOVE: a1"], {}, { key: "OTHER_KEY" });
    expect([missing.asked, missing.effort?.fallback]).toEqual([0, "there is no key OTHER_KEY"]);
  });

  test("a random move is played when the time for the move is over, or a rate limit reaches beyond it", async () => {
    const late = await told(["hang"], { timeMs: 150 });
    expect(late.effort?.fallback).toMatch(/no answer in|the time for the move was over/);
  });

  test("a random move is played where the provider wants a longer pause than fits the time of the move", async () => {
    const limit = (seconds: string): Reply => ({ status: 429, headers: { "retry-after": seconds } });
    const limited = await told([limit("40"), "MOVE: c1"], { timeMs: 60_000 });
    expect([limited.text, limited.asked]).toEqual(["a1", 1]);
    expect(limited.effort?.fallback).toMatch(
      /^HTTP status 429 .*; it wants to be asked again in 40 s, and there is time for a pause of (29|30) s$/,
    );
    // A day, where the move has any time: longer than timers count, even.
    vendor.asked.length = 0;
    const day = await told([limit("9000000"), "MOVE: c1"], { timeMs: null });
    expect([day.text, day.asked]).toEqual(["a1", 1]);
    expect(day.effort?.fallback).toMatch(/in 9000000 s, and there is time for a pause of 20 s$/);
  });

  test("a pause that the provider names in one of two headers is kept where the other is empty", async () => {
    const half = { "retry-after-ms": "", "retry-after": "40" };
    const { asked, effort } = await told([{ status: 429, headers: half }, "MOVE: c1"]);
    expect([asked, effort?.fallback]).toEqual([1, expect.stringContaining("it wants to be asked again in 40 s")]);
  });

  test("the key is not repeated, wherever its words are broken or cut", async () => {
    const broken = `${KEY.slice(0, 12)}\n  ${KEY.slice(12)}`;
    const said = (message: string): Reply => ({
      status: 500,
      body: JSON.stringify({ error: { message, type: "x", code: 1, status: "x" } }),
    });
    const { effort } = await told([said(`Not ${broken}, please`), said(`${"-".repeat(110)}${KEY}`), `No ${broken}`]);
    expect(effort?.unusable).toBe(3);
    expect(JSON.stringify(effort)).not.toContain(KEY.slice(0, 8));
    expect(effort?.fallback).toContain("No …");
  });

  test("the key is not repeated, however the provider echoes it", async () => {
    for (const [how, echo] of Object.entries(echoesOf(KEY))) {
      const { effort } = await told([`No, ${echo}`, `No ${echo}, please`, `No, ${echo}`]);
      const kept = cleanLine([...(effort?.failures ?? []), effort?.fallback].join(" "));
      expect([how, kept]).toEqual([how, expect.stringContaining("…")]);
      expect(kept).not.toContain(cleanLine(echo));
      expect(kept.toLowerCase().replaceAll(/[^a-z0-9]/g, "")).not.toMatch(/sksecret|01234567|89012345|terces/);
    }
  });

  test("a random move follows three answers that the rules refused, each of which the model was told", async () => {
    const illegal = [{ text: "b2", reason: "Invalid move: the cell is taken" }];
    const again = await told(["MOVE: c3"], { rejects: illegal });
    expect([again.text, again.effort?.fallback]).toEqual(["c3", null]);
    expect(vendor.asked[0]?.body).toContain("the cell is taken");
    const last = await told([], { rejects: [...illegal, ...illegal, ...illegal] });
    expect([last.text, last.effort?.fallback]).toEqual(["a1", "illegal: b2"]);
  });

  test("a redirect is not followed with a key", async () => {
    const { effort, asked } = await told([
      { status: 307, headers: { location: "http://127.0.0.1:1/" } },
      { status: 401 },
    ]);
    expect([asked, effort?.fallback]).toEqual([2, expect.any(String)]);
  });
});

test.each([
  [{ status: 401 }, "HTTP status 401: it does not take the key"],
  [{ status: 402 }, "HTTP status 402"],
  [{ status: 403 }, "HTTP status 403: it does not take the key"],
  [{ status: 404 }, "HTTP status 404"],
  [{ status: 400, body: '{"error":{"message":"The model `m` does not exist","type":"x"}}' }, "does not exist"],
] as const)("the answer %j pauses a league, whose model is asked again once it resumes", async (failure, reason) => {
  const seat = { league: { id: "AB", entrant: 2, game: 1 } };
  next.replies = [failure, "MOVE: c1"];
  expect(await chosen(thoughtOf(modelAt("openai-compatible"), seat))).toMatchObject({
    text: "c1",
    effort: { fallback: null },
  });
  expect(league.held).toEqual([expect.stringMatching(/^AB 2: /)]);
  expect(league.held[0]).toContain(reason);
  // While the league waited, its time was over by the clock that it was asked with.
  league.atOnce = false;
  next.replies = ["MOVE: c3"];
  expect(await chosen(thoughtOf(modelAt("openai"), { ...seat, timeMs: 0 }))).toMatchObject({ text: "c3" });
});

const errorOf = (status: number, error: object | string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: typeof error === "string" ? error : JSON.stringify({ error }),
});
const retryInfo = (delay: string) => ({
  code: 429,
  message: "You exceeded your current quota, please check your plan and billing details.",
  status: "RESOURCE_EXHAUSTED",
  details: [
    { violations: [{ quotaId: "GenerateRequestsPerMinutePerProjectPerModel-FreeTier" }] },
    { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: delay },
  ],
});

test.each([
  ["a header in seconds", () => errorOf(429, {}, { "retry-after": "0.03" })],
  ["a header as a date", () => errorOf(429, {}, { "retry-after": new Date(Date.now() + 900).toUTCString() })],
  ["Google's body", () => errorOf(429, retryInfo("0.03s"))],
  ["Google's body in a list", () => errorOf(429, `[${JSON.stringify({ error: retryInfo("0.03s") })}]`)],
  ["words", () => errorOf(429, { message: "Rate limit reached. Please try again in 0.03s. Visit us" })],
  ["words with a shorter unit", () => errorOf(503, { message: "Overloaded, retry after 30 ms" })],
  [
    "a duration to the reset",
    () => errorOf(429, {}, { "x-ratelimit-reset-tokens": "0m0.03s", "x-ratelimit-reset-requests": "1ms" }),
  ],
  ["the time of the reset", () => errorOf(429, {}, { "x-ratelimit-reset": String(Date.now() + 40) })],
  ["an error in a success", () => errorOf(200, { code: 429, message: "Slow down, and try again in 30ms" })],
  ["a gateway's error in a success", () => errorOf(200, { code: 502, message: "Bad gateway. Try again in 30ms" })],
])("a provider's wait is read from %s", async (_, reply) => {
  next.replies = [reply(), "MOVE: a1"];
  const { text, effort } = await chosen(thoughtOf(modelAt("openai-compatible")));
  expect([text, effort?.failures]).toEqual([
    "a1",
    [expect.stringMatching(/^HTTP status (?!200).*; asked again after 0(?:\.\d+)? s, as it wants$/)],
  ]);
});

test.each([
  errorOf(429, {
    message: "You exceeded your current quota, please check your plan and billing details.",
    code: "insufficient_quota",
  }),
  errorOf(429, { message: "You exceeded your current quota, please check your plan and billing details." }),
  errorOf(429, { message: "Rate limit reached on tokens per day (TPD): Limit 100000. Please try again in 7m12s." }),
  errorOf(429, JSON.stringify({ error: retryInfo("21s") }).replace("PerMinute", "PerDay")),
  errorOf(400, { message: "Your credit balance is too low to access the API." }),
  errorOf(200, { code: 402, message: "Insufficient credits" }),
])("the answer %j says that the account is spent, and pauses a league", async (reply) => {
  next.replies = [reply, "MOVE: c1"];
  const seat = { league: { id: "AB", entrant: 2, game: 1 } };
  expect((await chosen(thoughtOf(modelAt("openai-compatible"), seat))).text).toBe("c1");
  expect([league.held.length, league.waits]).toEqual([1, []]);
});

describe.each(providers)("a league with a model of %s", (provider) => {
  const seat = { league: { id: "AB", entrant: 2, game: 1 } };

  test("a league waits while a provider fails, however often, and none of it counts as the model's", async () => {
    const garbage = { status: 200, body: "<html>" };
    next.replies = [
      ...Array.from({ length: 6 }, () => ({ status: 429 })),
      { status: 503 },
      garbage,
      "no idea",
      "MOVE: c1",
    ];
    const { text, effort } = await chosen(thoughtOf(modelAt(provider), seat));
    expect([text, effort?.unusable, effort?.fallback]).toEqual(["c1", 1, null]);
    expect(effort?.causes).toEqual({ provider: 8, unreadable: 1 });
    expect(league).toMatchObject({ held: [], waits: [1, 2, 4, 8, 16, 32, 64, 128] });
  });

  test("a league pauses for a provider that wants to be asked too late, and misses no move by it", async () => {
    next.replies = [errorOf(429, {}, { "retry-after": "3600" }), "MOVE: c1"];
    expect((await chosen(thoughtOf(modelAt(provider), seat))).text).toBe("c1");
    expect(league.held).toEqual([
      expect.stringMatching(
        /^AB 2: HTTP status 429.*it wants to be asked again in 3600 s, and there is time for a pause of 720 s$/,
      ),
    ]);
    expect(league.waits).toEqual([]);
  });
});

test("a league gives the time of a clock back in which a provider failed, or others used its key", async () => {
  const seat = { league: { id: "AB", entrant: 2, game: 1 } };
  const clock = { left: [4_000, 4_000], incrementMs: 0, runs: true } as const;
  next.replies = [{ status: 429, headers: { "retry-after-ms": "1300" } }, "MOVE: c1"];
  const model = modelAt("openai-compatible");
  expect((await chosen(thoughtOf(model, { ...seat, clock, timeMs: 1_000 }))).text).toBe("c1");
  expect(league.waits).toEqual([1_300]);
  // In pieces that no flag falls in.
  expect(league.givenBack).toBeGreaterThanOrEqual(1_240);
  league.givenBack = 0;
  const first = Promise.withResolvers<Reply>();
  league.onGivenBack = () => first.resolve("MOVE: a1");
  next.replies = [first.promise, "MOVE: c1"];
  const driver = newDriver();
  const one = modelAt("openai-compatible", { calls_at_once: 1 });
  const [, second] = await Promise.all(
    [1, 2].map((entrant) =>
      driver.chooseMove(thoughtOf(one, { league: { id: "AB", entrant, game: 1 }, clock, timeMs: 2_000 })),
    ),
  );
  expect(second && sure(second).text).toBe("c1");
});

test("a league that is paused for a model gives its clock the time of the pause back", async () => {
  const resumed = Promise.withResolvers<void>();
  league.onGivenBack = resumed.resolve;
  let count = 0;
  league.allow = () => (++count === 2 ? resumed.promise : undefined);
  next.replies = [{ status: 402 }, "MOVE: c1"];
  const clock = { left: [4_000, 4_000], incrementMs: 0, runs: true } as const;
  const thought = thoughtOf(modelAt("openai-compatible"), { league: { id: "AB", entrant: 2, game: 1 }, clock });
  expect((await chosen(thought)).text).toBe("c1");
  expect([league.held.length, league.givenBack > 0]).toEqual([1, true]);
});

test("a bad request that is about no model is no reason to pause a league", async () => {
  next.replies = [{ status: 400, body: '{"error":{"message":"temperature is out of range","type":"x"}}' }];
  const seat = { league: { id: "AB", entrant: 2, game: 1 } };
  expect((await chosen(thoughtOf(modelAt("openai-compatible"), seat))).effort?.fallback).toContain("HTTP status 400");
  expect(league.held).toEqual([]);
});

test("counts of tokens can be stored, whatever a server reports", async () => {
  const took = (input: string, output: string): Reply => ({
    status: 200,
    body: `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"I pass."}}],"usage":{"prompt_tokens":${input},"completion_tokens":${output}}}`,
  });
  next.replies = [took("1e308", "-30"), took("1e308", "12.5"), took("100", "30")];
  const { effort } = await chosen(thoughtOf(modelAt("openai-compatible")));
  expect(effortSchema.parse(JSON.parse(JSON.stringify(effort)))).toEqual(effort);
  expect(effort?.tokens).toMatchObject({ input: 100, output: 43 });
  expect(effort?.cost).toBeCloseTo((100 * 2 + 43 * 10) / 1_000_000, 10);
});

test.each([
  ["anthropic", "ANTHROPIC_BASE_URL", "https://api.anthropic.com/v1/messages"],
  ["openai", "OPENAI_BASE_URL", "https://api.openai.com/v1/responses"],
  ["google", "GOOGLE_BASE_URL", "https://generativelanguage.googleapis.com/v1beta/models/m:generateContent"],
] as const)("the vendor %s is asked at its own address, wherever %s leads", async (provider, variable, own) => {
  vi.stubEnv(variable, vendor.url);
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: string | URL | Request) => {
    asked.push(String(input instanceof Request ? input.url : input));
    return new Response("{}", { status: 401 });
  });
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });
  const { baseUrl: _, ...model } = modelAt(provider);
  expect((await chosen(thoughtOf(model))).effort?.fallback).toContain("does not take the key");
  expect(asked).toEqual([own]);
});

test("a prompt holds what the settings let it hold, and hidden legal moves never", () => {
  const thought = thoughtOf(modelAt("openai"));
  const { user } = promptFor(thought, { prompt: { board: false, fen: false, history: true, legal: false } }, null);
  expect(user).toBe("Moves so far: b2\n\nYou are O, and it is your move.");
  const { user: deciding } = promptFor({ ...thought, drawWinsFor: "black" }, { prompt: all }, null);
  expect(deciding).toContain("Armageddon: this game decides the match, and a draw is a win for Black.");
  expect(promptFor({ ...thought, legalShown: false }, { prompt: all }, null).user).not.toContain("legal moves");
});

test("a prompt of the person's own is sent with its fields filled, and what was wrong with earlier answers after it", async () => {
  const prompt_text =
    'You are {seat} at {game}.\n{rules}\n{board}|{fen}|{history}|{legal}|\n{form}\nOr {"move": …} $& {x y}';
  const thought = thoughtOf(modelAt("openai", { prompt_text }));
  const own = (more: Partial<MoveContext> = {}, text = prompt_text, complaint: string | null = null) =>
    promptFor({ ...thought, ...more }, { prompt: all, prompt_text: text }, complaint);
  const usual = promptFor(thought, { prompt: all }, null);
  const { system, user } = own();
  expect(system).toBeUndefined();
  expect(user).toMatch(/^You are O at Tic-tac-toe\.\n/);
  for (const part of ["|b2|", `|${thought.legalMoves.join(" ")}|`, 'Or {"move": …} $& {x y}'])
    expect(user).toContain(part);
  for (const part of usual.system?.split("\n\n").slice(1) ?? ["none"]) expect(user).toContain(part);
  expect(own({ legalShown: false }).user).toContain("|b2||");
  const refused = [{ text: "b2", reason: "taken" }];
  expect(own({ rejects: refused, drawWinsFor: "O" }, "{fen}", "No move.").user).toMatch(
    /\n\nArmageddon: .* a draw is a win for O\.\n\nYour answer "b2" was refused: taken\n\nNo move\.\n\nYou are O, and it is your move\.$/,
  );
  // A vendor refuses an empty system prompt.
  next.replies = ["MOVE: a1"];
  await chosen(thought);
  expect(vendor.asked[0]?.body).not.toMatch(/"system|"developer"|instructions/);
});

/** Settings that each vendor calls by other names. */
const asked = { temperature: 0.3, reasoning_effort: "high", max_output_tokens: 5_000, seed: 7 } as const;
test.each<[ModelProvider, string, Partial<ModelSettings>, object, readonly RegExp[]]>([
  [
    "anthropic",
    "claude-sonnet-4-5",
    { temperature: 2, max_output_tokens: 5_000, seed: 7 },
    { temperature: 1, max_tokens: 5_000 },
    [/^seed is not sent$/, /^2 exceeds anthropic maximum of 1\.0\. clamped to 1\.0$/],
  ],
  [
    "anthropic",
    "claude-sonnet-4-5",
    { temperature: 0.3, thinking_tokens: 2_000 },
    { max_tokens: 64_000, thinking: { type: "enabled", budget_tokens: 2_000 } },
    [/^temperature is not sent$/, /^temperature is not supported when thinking is enabled$/],
  ],
  [
    "anthropic",
    "claude-new",
    { thinking_tokens: 0 },
    { max_tokens: 128_000, thinking: { type: "disabled" } },
    [/^The model "claude-new" is unknown\. The max output tokens have been limited to 128000\./],
  ],
  [
    "openai",
    "gpt-5",
    { ...asked, thinking_tokens: 1_000 },
    { max_output_tokens: 5_000, reasoning: { effort: "high", summary: "detailed" } },
    [
      /^temperature is not sent$/,
      /^thinking_tokens is not sent$/,
      /^seed is not sent$/,
      /^temperature is not supported for reasoning models$/,
    ],
  ],
  [
    "google",
    "gemini-2.5-pro",
    { ...asked, thinking_tokens: 1_000 },
    {
      generationConfig: {
        maxOutputTokens: 5_000,
        temperature: 0.3,
        seed: 7,
        thinkingConfig: { thinkingBudget: 1_000 },
      },
    },
    [/^reasoning_effort is not sent$/],
  ],
  [
    "google",
    "gemini-3-pro",
    { reasoning_effort: "high" },
    { generationConfig: { thinkingConfig: { thinkingLevel: "high" } } },
    [],
  ],
  [
    "openai-compatible",
    "llama",
    { ...asked, thinking_tokens: 1_000 },
    { temperature: 0.3, max_tokens: 5_000, seed: 7, reasoning_effort: "high" },
    [/^thinking_tokens is not sent$/],
  ],
  ["openai-compatible", "llama", { max_output_tokens: 1, seed: 1 }, { max_tokens: 1, seed: 1 }, []],
])(
  "the plan says which settings %s's %s is sent, and which it does not take: %j",
  async (provider, name, choices, sent, notes) => {
    const model = modelAt(provider, { ...choices, model: name });
    const before = await requestOf(model);
    expect(vendor.asked).toEqual([]);
    expect(JSON.parse(before.sent)).toEqual(sent);
    expect(before.notes).toEqual(notes.map((text) => expect.stringMatching(text)));
    // It is what the request carries in the end, by the body that the vendor got and by the record.
    next.replies = ["MOVE: a1"];
    const { effort } = await chosen(thoughtOf(model));
    expect(effort?.answer?.sent).toBe(before.sent);
    expect(JSON.parse(vendor.asked[0]?.body ?? "")).toMatchObject(sent);
  },
);

test("the model that answered is recorded as the vendor names it, with its mark of the setup", async () => {
  const parts = [{ text: "MOVE: a1" }];
  const gemini = {
    candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }],
    modelVersion: "m-2.5-007",
  };
  const message = { role: "assistant", content: "MOVE: a1" };
  const choices = [{ index: 0, message, finish_reason: "stop" }];
  const chat = { id: "c", created: 1, model: "m-2026-01-01", system_fingerprint: "fp_1", choices };
  const answering = async (provider: ModelProvider, body: object) => {
    next.replies = [{ status: 200, body: JSON.stringify(body) }];
    return (await chosen(thoughtOf(modelAt(provider)))).effort?.answer?.model;
  };
  expect(await answering("google", gemini)).toBe("m-2.5-007");
  expect(await answering("openai-compatible", chat)).toBe("m-2026-01-01 fp_1");
});

test("a request that cannot be built is said, and breaks nothing", async () => {
  const { notes } = await requestOf(modelAt("openai-compatible", { baseUrl: "http://[" }));
  expect(notes).toEqual([expect.stringMatching(/^no request can be built: /)]);
});

test("a failure inside of asking is one of the model, and leaves its credential to others", async () => {
  const model = modelAt("openai", { calls_at_once: 1, votes: 2 });
  const ask: AskModel = async () => {
    throw new Error(`no file can be opened for ${KEY}`);
  };
  const question = { ...thoughtOf(model), player: "1", prompt: () => ({ user: "" }), note: () => {} };
  const means = { ask, limits: createCredentialLimits(), findKey: async () => accept(KEY), patience };
  for (const _ of [1, 2]) {
    const { text, effort } = await askForMove(means, model, question);
    expect([text, effort.failures]).toEqual([null, [expect.stringMatching(/^no file can be opened for (?!sk-)/)]]);
  }
});

describe("a model whose answers vote", () => {
  /** Asks for votes that are answered in this order, whatever their requests meet on their way. */
  const voted = async (answers: readonly (string | "429" | "401")[], votes = 3, more: Partial<MoveContext> = {}) => {
    const asked: string[] = [];
    const ask: AskModel = async (_model, _key, { user }) => {
      const said = answers[asked.push(user) - 1] ?? "401";
      const failure = { ok: false, reason: said, afterMs: null, isMisconfigured: said === "401" } as const;
      if (said === "429") return { ...failure, again: true, cause: "provider" };
      if (said === "401") return { ...failure, again: false, cause: "request" };
      const record = { text: said, length: said.length, sha256: "", finish: "stop", model: "m", sent: "{}" };
      return {
        ok: true,
        text: said,
        reasoning: "",
        record,
        tokens: { input: 10, fromCache: 0, output: 5, reasoning: 0 },
        calledTools: [],
      };
    };
    const thought = thoughtOf(modelAt("openai", { votes }), more);
    const question = {
      ...thought,
      player: "1",
      prompt: (complaint: string | null) => ({ user: complaint ?? "" }),
      note: () => {},
    };
    const means = { ask, limits: createCredentialLimits(), findKey: async () => accept(KEY), patience };
    const found = await askForMove(means, modelAt("openai", { votes }), question);
    const { answer, votes: records, ...effort } = found.effort;
    return { ...found, effort, answer, choices: records?.map(({ choice }) => choice), asked };
  };

  test.each([
    [["MOVE: a1", "MOVE: c3", "MOVE: c3"], "c3", ["a1", "c3", "c3"]],
    [["MOVE: a1", "MOVE: c3", "MOVE: b1"], "a1", ["a1", "c3", "b1"]],
    // An illegal move and prose have no vote; a resignation, and another spelling of a move, have one.
    [["MOVE: b2", "MOVE: b2", "MOVE: c3"], "c3", [null, null, "c3"]],
    [["I pass", "no", "MOVE: a1"], "a1", [null, null, "a1"]],
    [["MOVE: RESIGN", "MOVE: a1", "MOVE: RESIGN"], "RESIGN", ["RESIGN", "a1", "RESIGN"]],
    [["MOVE: A1", "MOVE: c3", "final answer: a1"], "A1", ["a1", "c3", "a1"]],
    [["MOVE: a1", "MOVE: c3", "MOVE: c3", "MOVE: a1"], "a1", ["a1", "c3", "c3", "a1"]],
  ] as const)("of the answers %j the move %s is played", async (answers, text, choices) => {
    const found = await voted(answers, answers.length);
    expect([found.text, found.choices]).toEqual([text, choices]);
    expect(found.answer?.text).toBe(answers.find((each) => each.endsWith(text)));
    expect(found.effort).toMatchObject({ retries: 0, unusable: 0, failures: [] });
    expect(found.effort.tokens).toMatchObject({ input: 10 * answers.length, output: 5 * answers.length });
  });

  test("without a vote they are asked again, and an illegal move is the rules' to refuse", async () => {
    const again = await voted(["no", "never", "nothing", "MOVE: c3", "MOVE: a1", "MOVE: a1"]);
    expect([again.text, again.choices, again.asked.length]).toEqual(["a1", ["c3", "a1", "a1"], 6]);
    expect(again.asked[3]).toMatch(/^There was no move in your last answer/);
    expect(again.effort).toMatchObject({ retries: 1, unusable: 1, tokens: { input: 60 } });
    expect(await voted(["MOVE: b2", "no", "MOVE: b2"])).toMatchObject({ text: "b2", choices: [null, null, null] });
  });

  test("a provider that fails is asked for the missing answers alone, and those that came decide at last", async () => {
    const waited = await voted(["MOVE: a1", "429", "MOVE: c3", "MOVE: c3"]);
    expect([waited.text, waited.choices, waited.asked.length]).toEqual(["c3", ["a1", "c3", "c3"], 4]);
    const missing = await voted(["MOVE: a1", "429", "MOVE: c3", "429", "429"]);
    expect([missing.text, missing.choices, missing.asked.length]).toEqual(["a1", ["a1", "c3"], 5]);
    expect((await voted(["401", "401", "401"])).text).toBeNull();
  });
});
