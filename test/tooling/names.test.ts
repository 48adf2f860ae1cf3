import { expect, test } from "vitest";
import { namesIn } from "../../scripts/lint/names.ts";
import { definitions } from "../../src/games/register.ts";
import { formats } from "../../src/shared/formats/register.ts";

const named = [
  ...definitions.flatMap(({ kind, title }) => [kind, title, title.toLowerCase()]),
  ...formats.flatMap(({ name, title }) => [name, title]),
];

test.each(named)("the linter finds “%s” outside its folder: as a value, a key and a part of a text", (name) => {
  for (const text of [`"${name}"`, `{ "${name}": 1 }`, `\`Play ${name}, \${twice}\``, `<p>A league of ${name}.</p>`])
    expect(namesIn("src/main/web/planted.ts", `\nexport const planted = ${text};\n`)).toEqual([`2: ${name}`]);
  expect(namesIn("src/renderer/game/planted.css", `.board[data-game="${name}"] {}\n`)).toEqual([`1: ${name}`]);
});

test("the linter passes over names in comments, imports, libraries and what is at home", () => {
  const { kind } = definitions[0];
  const fine = `/** ${kind}\n * swiss */\nimport { ${kind} } from "./${kind}/index.ts";\n  // ${kind}\nexport const a = "${kind}.js";\n`;
  expect(namesIn("src/main/planted.ts", fine)).toEqual([]);
  expect(namesIn(`src/games/${kind}/planted.ts`, `export const own = "${kind}";\n`)).toEqual([]);
  expect(namesIn("src/shared/formats/planted.ts", 'export const own = "swiss";\n')).toEqual([]);
});
