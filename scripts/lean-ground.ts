import type { Plugin } from "vite";

/**
 * The modules of chessground beside showing a position and taking a move: arrows, premoves, pieces from a stock,
 * explosions.
 */
const unused = ["svg", "draw", "autoPieces", "premove", "drop", "explosion"];
const exported = /^export (?:(?:function|const) (\w+)|\{ ([\w, ]+) \})/gm;

/**
 * Leaves out of the board in a chat what it never asks of chessground, whose parts all hang together: functions of the
 * modules named above do nothing there. The build fails where a new chessground has no such module.
 */
export const leanGround: Plugin = {
  name: "lean-ground",
  buildStart() {
    found.clear();
  },
  transform(code, id) {
    const [, name] = /\/chessground\/dist\/(\w+)\.js$/.exec(id) ?? [];
    if (name === undefined || !unused.includes(name)) return null;
    found.add(name);
    const names = [...code.matchAll(exported)].flatMap(([, one, several]) => one ?? several?.split(", ") ?? []);
    return { code: names.map((each) => `export const ${each} = () => {};`).join("\n"), map: null };
  },
  buildEnd(error) {
    // A board without chess has no chessground at all.
    const missing = found.size > 0 && unused.find((name) => !found.has(name));
    if (!error && missing) throw new Error(`chessground has no module ${missing} by now: see scripts/lean-ground.ts`);
  },
};

const found = new Set<string>();
