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
  load: async () => {
    const [{ play }, { beside }] = await Promise.all([import("./play.tsx"), import("./beside.tsx")]);
    return { ...play, ...beside };
  },
});
