import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const sides = ["white", "black"];
const roles = { king: "K", queen: "Q", rook: "R", bishop: "B", knight: "N", pawn: "P" };
const pieces = sides.flatMap((side) =>
  Object.entries(roles).map(([role, letter]) => ({ name: side.charAt(0) + letter, classes: `.${side}.${role}` })),
);

/**
 * Adds to the style sheet of the pieces each set of drawings, which is a folder of `art/`, and the rule that shows a piece
 * by its classes or its name. Vite then packs the files as if they were written there.
 */
export const pieceSets: Plugin = {
  name: "piece-sets",
  enforce: "pre",
  transform(code, id) {
    if (!id.split("?")[0]?.endsWith("/games/chess/page/images.css")) return null;
    const folders = readdirSync(join(dirname(id), "../art"), { withFileTypes: true }).filter((each) =>
      each.isDirectory(),
    );
    const sets = folders.map(({ name: set }) => {
      const images = pieces.map(({ name }) => `--piece-${name}: url("../art/${set}/${name}.svg");`);
      return `[data-pieces="${set}"] { ${images.join(" ")} }`;
    });
    const rules = pieces.map(
      ({ name, classes }) => `:is(${classes}, .${name}) { background-image: var(--piece-${name}); }`,
    );
    return { code: [...sets, code, ...rules].join("\n"), map: null };
  },
};
