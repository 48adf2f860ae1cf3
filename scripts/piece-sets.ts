import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "vite";
import { darken } from "../src/games/chess/art/dark.ts";

const sides = ["white", "black"];
const roles = { king: "K", queen: "Q", rook: "R", bishop: "B", knight: "N", pawn: "P" };
const pieces = sides.flatMap((side) =>
  Object.entries(roles).map(([role, letter]) => ({ name: side.charAt(0) + letter, role, side })),
);
type Piece = (typeof pieces)[number];

/** The set that chessground brings along in its style sheet. */
const packaged = "cburnett";

/** Chessground's drawing of a piece, as large as the element that it is drawn in. */
function packagedDrawing(root: string, { role, side }: Piece): string {
  const sheet = readFileSync(
    join(root, "node_modules/@lichess-org/chessground/assets/chessground.cburnett.css"),
    "utf8",
  );
  const [, drawing] = new RegExp(`\\.${role}\\.${side} \\{[^}]*base64,([\\w+/=]+)`).exec(sheet) ?? [];
  if (drawing === undefined) throw new Error(`chessground's style sheet has no drawing of the ${side} ${role}`);
  return Buffer.from(drawing, "base64").toString().replace('width="45" height="45"', 'viewBox="0 0 45 45"');
}

/** The file of a piece's drawing. A drawing that is in no file of a set's folder is written to one in `.cache`. */
function fileOf(root: string, art: string, set: string, piece: Piece): string {
  const own = join(art, set, `${piece.name}.svg`);
  if (existsSync(own)) return own;
  const light = join(art, set, `${piece.name.replace("b", "w")}.svg`);
  const drawing = set === packaged ? packagedDrawing(root, piece) : darken(set, readFileSync(light, "utf8"));
  const written = join(root, ".cache/art", set, `${piece.name}.svg`);
  mkdirSync(dirname(written), { recursive: true });
  // Two builds may run at once.
  if (!existsSync(written) || readFileSync(written, "utf8") !== drawing) writeFileSync(written, drawing);
  return written;
}

/**
 * Adds to the style sheet of the pieces each set of drawings, which is a folder of `art/` or chessground's, and the rule
 * that shows a piece by its classes or its name. Vite then packs the files as if they were written there.
 */
export const pieceSets: Plugin = {
  name: "piece-sets",
  enforce: "pre",
  transform(code, id) {
    const [path = ""] = id.split("?");
    if (!path.endsWith("/games/chess/page/images.css")) return null;
    const art = join(dirname(path), "../art");
    const root = join(art, "../../../..");
    const folders = readdirSync(art, { withFileTypes: true }).filter((each) => each.isDirectory());
    const sets = [packaged, ...folders.map(({ name }) => name)].map((set) => {
      const images = pieces.map((piece) => {
        const address = relative(dirname(path), fileOf(root, art, set, piece)).replaceAll("\\", "/");
        return `--piece-${piece.name}: url("${address}");`;
      });
      return `[data-pieces="${set}"] { ${images.join(" ")} }`;
    });
    const rules = pieces.map(
      ({ name, role, side }) => `:is(.${side}.${role}, .${name}) { background-image: var(--piece-${name}); }`,
    );
    return { code: [...sets, code, ...rules].join("\n"), map: null };
  },
};
