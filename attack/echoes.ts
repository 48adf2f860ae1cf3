import { withoutSecret } from "../src/main/players/without-secret.ts";
import { cleanLine, clip } from "../src/shared/text.ts";
import { echoesOf } from "../test/players/echoes.ts";
import type { Chance } from "./chance.ts";
import type { Tally } from "./tally.ts";

const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.";
const around = ["", "HTTP 401: ", "\u202ekey “", '{"error":"', "…", "日本語 ", "%41 &#65; \\u0041 "];

/** Has a key of chance echoed in every way, cleaned and cut before or after, and looks for it in what would be kept. */
export function echoes(chance: Chance, tally: Tally): void {
  const key = `sk-${Array.from({ length: 30 + chance.below(80) }, () => chance.of(Array.from(signs))).join("")}`;
  const parts = partsOf(key);
  for (const [how, echo] of Object.entries(echoesOf(key))) {
    const said = `${chance.of(around)}${echo}${chance.of(around)}`;
    const kept = [
      clip(cleanLine(withoutSecret(said, key)), 240),
      withoutSecret(clip(cleanLine(said), 240), key),
      withoutSecret(cleanLine(said), key),
    ];
    for (const each of kept) {
      tally.count("echoes of keys");
      const [plain, decoded] = [bare(each), bare(Buffer.from(each, "base64").toString("latin1"))];
      if (each.includes(echo) || [...parts].some((part) => plain.includes(part) || decoded.includes(part)))
        tally.fail(`a key is kept that was echoed ${how}: ${JSON.stringify({ key, each })}`);
    }
  }
}

const bare = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]/gi, "")
    .toLowerCase();

/** The pieces that give a key away: so many of its letters and digits in a row. */
function partsOf(key: string): ReadonlySet<string> {
  const all = bare(key);
  return new Set(Array.from({ length: all.length - 7 }, (_, at) => all.slice(at, at + 8)));
}
