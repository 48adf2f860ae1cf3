import type { RecordText } from "../../page.ts";

/** A game in GGF, whose fields may hold the sign that ends it; one with a field that has no end, up to that sign. */
const ggfPattern = /\(;(?:\[[^\][]*\]|[^;[]|;(?!\)))*;\)|\(;(?:[^;]|;(?!\)))*;\)/g;

/**
 * Splits a file into its games: those in GGF, which end with their own sign, or the transcripts, of which each has a line.
 * Takes time in proportion to the text.
 */
export function* othelloCollection(text: string): Generator<RecordText> {
  const games = text.matchAll(text.includes("(;") ? ggfPattern : /\S[^\n]*/g);
  let line = 1;
  let before = 0;
  for (const { 0: game, index } of games) {
    line += text.slice(before, index).split("\n").length - 1;
    before = index;
    const names = ["PB", "PW"].flatMap((tag) => new RegExp(`${tag}\\[([^\\]]{1,80})`).exec(game)?.[1] ?? []);
    yield { text: game.trim(), line, title: names.join(" – "), part: (index + game.length) / text.length };
  }
}
