import { definePage } from "../../page.ts";
import { about } from "../about.ts";
import { isOthelloRecord } from "../notation.ts";
import { Picture } from "./picture.tsx";

export const othello = definePage({
  ...about,
  Picture,
  records: {
    name: "GGF",
    ending: ".ggf",
    matches: isOthelloRecord,
    split: async (text) => (await import("./collection.ts")).othelloCollection(text),
  },
  load: async () => (await import("./play.tsx")).play,
});
