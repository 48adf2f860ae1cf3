import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEntrants } from "../../src/cli/league/entrants-file.ts";
import { definitionOf } from "../../src/games/register.ts";
import { entrantsOf } from "../../src/main/league/entrants.ts";
import { allowedKey, entrantKinds, entrantRequest } from "../../src/shared/entrants.ts";
import { describeIssues } from "../../src/shared/issues.ts";
import { sure } from "../live-games/support.ts";

test("the examples of entrants files show each kind, and could take part as they are", () => {
  const [all, three] = ["entrants.json", "three-players.json"].map((file) => {
    const text = readFileSync(join(import.meta.dirname, "../../examples", file), "utf8");
    const { entrants } = sure(readEntrants(text));
    const names = entrants.map(({ name }) => name);
    expect(
      sure(entrantsOf(entrants, definitionOf("chess"), { allow_commands: ["claude -p"] })).map(({ name }) => name),
    ).toEqual(names);
    return entrants;
  });
  expect(new Set(all?.map(({ kind }) => kind))).toEqual(new Set(entrantKinds));
  expect(three).toHaveLength(3);
});

test("a key goes to its own provider alone, unless the person allows another address for it", () => {
  const llm = { kind: "llm", model: "x", price: { input: 1, output: 1 } };
  const planned = (more: object, allow_keys: readonly string[] = []) =>
    entrantsOf([entrantRequest.parse({ ...llm, ...more })], definitionOf("chess"), { allow_keys });
  const evil = "https://evil.example/v1";
  for (const good of [
    { provider: "anthropic" },
    { provider: "google", key_env: "GOOGLE_GENERATIVE_AI_API_KEY" },
    { provider: "openai-compatible", base_url: "https://api.openai.com/v1", key_env: "OPENAI_API_KEY" },
    { provider: "openai-compatible", base_url: evil },
  ])
    expect([good, planned(good).ok]).toEqual([good, true]);
  for (const [bad, field, key] of [
    [{ provider: "anthropic", key_env: "PGPASSWORD" }, "key_env", "PGPASSWORD@https://api.anthropic.com"],
    [{ provider: "openai", base_url: evil }, "base_url", "OPENAI_API_KEY@https://evil.example"],
    [{ provider: "openai", key_env: "ANTHROPIC_API_KEY" }, "key_env", "ANTHROPIC_API_KEY@https://api.openai.com"],
    [{ provider: "openai", base_url: "http://api.openai.com/v1" }, "base_url", "OPENAI_API_KEY@http://api.openai.com"],
    [{ provider: "openai-compatible", key_env: "HOME", base_url: evil }, "key_env", "HOME@https://evil.example"],
  ] as const) {
    const message = expect.stringMatching(
      new RegExp(`^entrants\\.0: ${field}: .* would be sent to .*--allow-key ${key}$`),
    );
    expect(planned(bad)).toMatchObject({ ok: false, message });
    expect(planned(bad, [key.replace(/@.*/, "@https://other.example")]).ok).toBe(false);
    expect(planned(bad, [`${key}/any/path`]).ok).toBe(true);
  }
  for (const wrong of ["NAME", "NAME@", "NAME@evil.example", "1X@https://a.b", "A B@https://a.b", "@https://a.b"])
    expect(allowedKey.safeParse(wrong).error?.issues[0]?.message).toContain("takes NAME@ADDRESS");
});

test.each([
  ["http://ada:secret@127.0.0.1:8080/v1", "an address without a user name or password is expected"],
  ["https://ada@example.org/v1", "an address without a user name or password is expected"],
  ["https://:secret@example.org/v1", "an address without a user name or password is expected"],
  ["http://[", "an address that begins with http:// or https:// is expected"],
  ["ftp://example.org", "an address that begins with http:// or https:// is expected"],
])("the address %s is taken of nobody", (address, message) => {
  const model = { kind: "llm", provider: "openai", model: "m", base_url: address };
  for (const entrant of [model, { kind: "endpoint", endpoint: address }]) {
    const read = entrantRequest.safeParse(entrant);
    expect(read.error?.issues.map((issue) => issue.message)).toEqual([message]);
  }
});

test("a prompt of one's own tells the position, by fields that there are, and stands alone", () => {
  const refusal = (prompt_text: string, more: object = {}) => {
    const request = {
      kind: "llm",
      provider: "openai",
      model: "m",
      price: { input: 1, output: 1 },
      prompt_text,
      ...more,
    };
    const read = entrantRequest.safeParse(request);
    return read.success ? null : describeIssues(read.error);
  };
  const names = "There are {game}, {seat}, {rules}, {board}, {fen}, {history}, {legal}, {form}";
  expect(refusal("{board} {colour}")).toBe(`prompt_text: it has no field {colour}. ${names}`);
  expect(refusal("Play well: {legal}")).toBe(
    `prompt_text: one of {board}, {fen} and {history} must tell the position. ${names}`,
  );
  expect(refusal("{fen}", { prompt: { board: false } })).toBe(
    "prompt: prompt_text is the whole prompt. Leave one of them out",
  );
  expect(refusal('{history} {"move": "e4"} {not one} {}')).toBeNull();
});

test("everything that a model's moves follow from makes it another player of the rating list", () => {
  const identity = (more: object = {}) => {
    const request = { kind: "llm", name: "M", provider: "openai", model: "m", price: { input: 1, output: 1 }, ...more };
    return sure(entrantsOf([entrantRequest.parse(request)], definitionOf("chess")))[0]?.identity;
  };
  // As it was before there were further settings.
  expect(identity({ temperature: 0 })).toBe("llm:openai m  0 board+fen+history+legal:M");
  const others = [
    {},
    { temperature: 1 },
    { reasoning_effort: "low" },
    { thinking_tokens: 9 },
    { max_output_tokens: 9 },
    { seed: 9 },
    { votes: 9 },
    { prompt_text: "{fen}" },
    { prompt_text: "{board}" },
    { prompt: { board: false } },
  ];
  expect(new Set(others.map(identity)).size).toBe(others.length);
  expect(identity({ price: { input: 2, output: 2 } })).toBe(identity());
});
