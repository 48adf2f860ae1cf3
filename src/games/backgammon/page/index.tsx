import { definePage } from "../../page.ts";
import { about } from "../about.ts";
import { Picture } from "./picture.tsx";

export const backgammon = definePage({
  ...about,
  Picture,
  load: async () => {
    const [{ play }, { beside }] = await Promise.all([import("./play.tsx"), import("./beside.tsx")]);
    return { ...play, ...beside };
  },
});
