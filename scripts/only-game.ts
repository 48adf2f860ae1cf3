import type { Plugin } from "vite";

/** Leaves all games but one out of the board in a chat, whose register finds them by their folders. */
export const onlyGame = (kind: string): Plugin => ({
  name: "only-game",
  enforce: "pre",
  transform: (code, id) =>
    /[\\/]games[\\/]boards\.ts$/.test(id) ? code.replaceAll("./*/page/", `./${kind}/page/`) : null,
});
