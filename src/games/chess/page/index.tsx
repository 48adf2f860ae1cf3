import { definePage } from "../../page.ts";
import { about } from "../about.ts";
import "./images.css";
import { options } from "./options.ts";
import { Picture } from "./picture.tsx";
import { showcase } from "./showcase.tsx";

export const chess = definePage({
  ...about,
  Picture,
  options,
  showcase,
  load: async () => {
    const [{ play }, { side }] = await Promise.all([import("./play.tsx"), import("./side.tsx")]);
    return { ...play, ...side };
  },
});
