import type { Records } from "../../page.ts";

export const records: Records = {
  name: "PGN",
  ending: ".pgn",
  split: async (text) => (await import("./collection.ts")).pgnCollection(text),
};
