import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { darken } from "../src/games/chess/art/dark.ts";

const sides = ["white", "black"];
const roles = { king: "K", queen: "Q", rook: "R", bishop: "B", knight: "N", pawn: "P" };
const pieces = sides.flatMap((side) =>
  Object.entries(roles).map(([role, letter]) => ({ name: side.charAt(0) + letter, classes: `.${side}.${role}` })),
);

/** The address of a piece's drawing: its file, or the drawing itself where a set derives it from the light piece. */
function addressOf(art: string, set: string, name: string): string {
  if (existsSync(join(art, set, `${name}.svg`))) return `../art/${set}/${name}.svg`;
  const light = readFileSync(join(art, set, `${name.replace("b", "w")}.svg`), "utf8");
  const drawing = darken(set, light).replaceAll('"', "'").replaceAll(/\n\s*/g, "");
  return `data:image/svg+xml,${drawing.replaceAll(/[%#<>]/g, encodeURIComponent)}`;
}

/**
 * Adds to the style sheet of the pieces each set of drawings, which is a folder of `art/`, and the rule that shows a piece
 * by its classes or its name. Vite then packs the files as if they were written there.
 */
export const pieceSets: Plugin = {
  name: "piece-sets",
  enforce: "pre",
  transform(code, id) {
    if (!id.split("?")[0]?.endsWith("/games/chess/page/images.css")) return null;
    const art = join(dirname(id), "../art");
    const folders = readdirSync(art, { withFileTypes: true }).filter((each) => each.isDirectory());
    const sets = folders.map(({ name: set }) => {
      const images = pieces.map(({ name }) => `--piece-${name}: url("${addressOf(art, set, name)}");`);
      return `[data-pieces="${set}"] { ${images.join(" ")} }`;
    });
    const rules = pieces.map(
      ({ name, classes }) => `:is(${classes}, .${name}) { background-image: var(--piece-${name}); }`,
    );
    return { code: [...sets, code, ...rules].join("\n"), map: null };
  },
};
