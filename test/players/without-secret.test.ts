import { describe, expect, test } from "vitest";
import { ownWords, withoutSecret } from "../../src/main/players/without-secret.ts";
import { cleanLine, clip } from "../../src/shared/text.ts";
import { echoesOf } from "./echoes.ts";

const KEY = "sk-ant-api03-Qw7_zXy/9+Kd0VbN3mRt";

/**
 * The pieces that give a key away: so many of its letters and digits in a row, without the characters that hide them
 * from the eye.
 */
const seen = (text: string, secret = KEY): boolean => {
  const bare = (each: string) => each.replaceAll(/[^a-z0-9]/gi, "").toLowerCase();
  const [all, key] = [bare(cleanLine(text).normalize("NFKD")), bare(secret)];
  return Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8)).some((part) => all.includes(part));
};

describe("a key that is echoed", () => {
  test.each(Object.entries(echoesOf(KEY)))("a key echoed %s is not in what is kept of an answer", (_, echo) => {
    for (const [before, after] of [
      ["", ""],
      ["no such key: ", ", sorry"],
      ["HTTP status 400 (“", "”)"],
    ]) {
      const kept = withoutSecret(`${before}${echo}${after}`, KEY);
      expect(kept).toMatch(/…/);
      expect(kept.startsWith(before ?? "") && kept.endsWith(after ?? "")).toBe(true);
      // Nothing of it is left but ends, which base64 mixes with their neighbours.
      expect(Array.from(kept.replaceAll("…", "")).length - `${before}${after}`.length).toBeLessThan(
        Math.max(24, echo.length / 3),
      );
      expect(seen(kept)).toBe(false);
      expect(kept).not.toContain(echo);
      // In whatever order it is cleaned, cut and looked through.
      expect(seen(withoutSecret(clip(cleanLine(`${before}${echo}${after}`), 240), KEY))).toBe(false);
      expect(seen(clip(cleanLine(kept), 240))).toBe(false);
    }
  });

  test.each([
    "sk-bI+1WAEN1muU3+50xB8x5FQ2rl",
    "sk-9f%41Qw7zXy%5a9Kd0VbN3",
    "sk-Qw7zXy&#65;9Kd0VbN3mRt",
    "sk-Qw7zX\\\\n9Kd0VbN3mRtz",
  ])("a key that is echoed is not in what is kept though %s has the form of an escape in it", (secret) => {
    for (const [how, echo] of Object.entries(echoesOf(secret)))
      expect(seen(withoutSecret(`{"error":"${echo}"}`, secret), secret), how).toBe(false);
  });

  test("a key that is echoed twice goes twice, and what stands between and around stays", () => {
    expect(withoutSecret(`a ${KEY} b ${KEY.toUpperCase()} c`, KEY)).toBe("a … b … c");
    expect(withoutSecret(`${KEY}${KEY}`, KEY)).toBe("……");
  });

  test("a key that is echoed leaves alone what is none of it, in any language", () => {
    for (const text of [
      "MOVE: e2e4",
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6",
      "Bonjour à tous\u0301, ça va ? 🙂 日本語 \\u0041 %41 &#65; 0x41",
      "HTTP status 401: it does not take the key (sk-ant…)",
      "\\n\\t%zz&#;&#x;\\u{}\\u12 0x",
      "",
    ])
      expect(withoutSecret(text, KEY)).toBe(text);
  });

  test.each(["\\", "\\u", "\\u{0", "0x", "%", "%25", "&", "&amp;", "&#0", "&#x0", "\ufdfa", KEY.slice(0, 7)])(
    "a key that is echoed holds nobody up where it is looked for in a long answer of %j alone",
    (piece) => {
      const text = piece.repeat(Math.floor(262_144 / piece.length));
      expect(withoutSecret(text, KEY)).toBe(text);
    },
  );

  test("a key of few signs, or without letters and digits, is hidden as a whole", () => {
    expect(withoutSecret("the key is abc, not abd", "abc")).toBe("the key is …, not abd");
    expect(withoutSecret("the key is ?!?, he?", "?!?")).toBe("the key is …, he?");
    expect(withoutSecret("nothing", "")).toBe("nothing");
  });
});

test("a player's words about itself are shortened, and without its token wherever that stands", () => {
  for (let before = 0; before < 10_000; before += 97) {
    const told = ownWords({ remark: `${"-".repeat(before)}${KEY}` }, KEY);
    expect(told.length).toBeLessThanOrEqual(1_000);
    expect(told).not.toContain(KEY.slice(0, 8));
  }
});
