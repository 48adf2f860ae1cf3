import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { definitions } from "../../src/games/register.ts";
import { formats } from "../../src/shared/formats/register.ts";

// Outside its own folder no source file names a game, and outside its own file none names a format of leagues, be it in
// a part of a text: what names them is made from their registers, from which the names that are looked for come as well.

const ofGames = definitions.flatMap(({ kind, title }) => [kind, title, kind.replaceAll("-", "")]);
const ofFormats = formats.flatMap(({ name, title }) => [name, title]);
const anyOf = (names: readonly string[]): RegExp => new RegExp(`\\b(?:${names.join("|")})\\b(?!\\.js)`, "gi");
const searches = [
  // A toolset of a game's has a name of its own, which the shim has to know without the games.
  { names: anyOf(ofGames), own: /^src\/(?:games\/|shared\/toolsets\.ts$)/ },
  { names: anyOf(ofFormats), own: /^src\/shared\/formats\// },
];
const unread = /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|^\s*\/\/.*$|^(?:import|export) [^;]*? from .*$/gm;

/** The places of a source file that name what it may not know: `line: name`. */
export function namesIn(path: string, text: string): readonly string[] {
  // As many lines as before, or the places would be others.
  const read = text.replace(unread, (part) => part.replace(/[^\n]/g, " "));
  return searches
    .filter(({ own }) => !own.test(path))
    .flatMap(({ names }) =>
      [...read.matchAll(names)].map(({ 0: name, index }) => `${read.slice(0, index).split("\n").length}: ${name}`),
    );
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..", "..");
  const files = globSync("src/**/*.{ts,tsx,css,html}", { cwd: root }).map((path) => path.replaceAll("\\", "/"));
  const found = files.flatMap((path) =>
    namesIn(path, readFileSync(join(root, path), "utf8")).map((place) => `${path}:${place}`),
  );
  for (const line of found) console.error(line);
  if (found.length > 0) {
    console.error(
      "Games and formats of leagues are named by their registers: ask for what one can do, or let it say it.",
    );
    process.exitCode = 1;
  }
}
