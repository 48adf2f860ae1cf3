import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/*
 * promises.json has each sentence (or row of a table) of these documents that says never, always, only, nothing and the
 * like, by its beginning: with the tests that would fail if it were untrue, each by its file and its title, or with the
 * reason why it promises nothing. Files are named under `test/` or `attack/`, without `.test.ts`.
 */

const root = join(import.meta.dirname, "../..");
const promises: Readonly<Record<string, Readonly<Record<string, readonly string[] | string>>>> = JSON.parse(
  readFileSync(join(import.meta.dirname, "promises.json"), "utf8"),
);

const promising =
  /\b(never|always|at most|nothing|(?<!-)only|no one|nobody|none|each|every\w*|any(body|one)|no|neither|nor|alone|whatever|cannot)\b/i;

/** The rows of tables, and the sentences of all else, without headings and code. */
const sentencesIn = (text: string): readonly string[] =>
  text
    .replace(/^```[\s\S]*?^```/gm, "")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) =>
      line.startsWith("| ") ? [line] : line.replace(/^(- |\d+\. )/, "").split(/(?<=[.;!?]["”*)]*)\s+/),
    );

const isPromise = (sentence: string) => promising.test(sentence.replace(/`[^`]*`|\]\([^)]*\)/g, ""));

test.each(Object.keys(promises))(
  "every sentence of %s that promises something stands in promises.json with its tests, and no other",
  (document) => {
    const sentences = sentencesIn(readFileSync(join(root, document), "utf8"));
    const beginnings = Object.keys(promises[document] ?? {});
    const of = (beginning: string) => sentences.filter((sentence) => sentence.startsWith(beginning));
    expect(beginnings.filter((beginning) => !of(beginning).some(isPromise))).toEqual([]);
    expect(beginnings.filter((beginning) => of(beginning).length > 1)).toEqual([]);
    const isListed = (sentence: string) => beginnings.some((beginning) => sentence.startsWith(beginning));
    expect(sentences.filter((sentence) => isPromise(sentence) && !isListed(sentence))).toEqual([]);
  },
);

test("every test that promises.json names is there", () => {
  const tests = Object.values(promises)
    .flatMap((each) => Object.values(each))
    .flatMap((each) => (typeof each === "string" ? [] : each));
  expect(tests.length).toBeGreaterThan(200);
  const texts = new Map<string, string>();
  const textOf = (name: string) => {
    const place = join(root, name.startsWith("attack/") ? "" : "test", name.endsWith(".ts") ? name : `${name}.test.ts`);
    return existsSync(place) ? readFileSync(place, "utf8") : "";
  };
  const isThere = (named: string) => {
    const [, name = "", title = ""] = /^(\S+): (.+)$/.exec(named) ?? [];
    const text = texts.get(name) ?? textOf(name);
    texts.set(name, text);
    // The places of values, such as %s, are “…”, as in the contract with agents.
    const words = title.split("…").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    return new RegExp(`["'\`]${words.join("(?:…|%[sdijo]|\\$[\\w.]+|\\$\\{[^}]*\\})")}["'\`],`).test(text);
  };
  expect(tests.filter((named) => !isThere(named))).toEqual([]);
});
