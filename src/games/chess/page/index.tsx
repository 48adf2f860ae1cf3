import { definePage } from "../../page.ts";
import { about } from "../about.ts";
import { levelRatings } from "../level-ratings.ts";
import { Coordinates } from "./coordinates.tsx";
import "./images.css";
import { options } from "./options.ts";
import { Picture } from "./picture.tsx";
import { records } from "./records.ts";
import { showcase } from "./showcase.ts";

export const chess = definePage({
  ...about,
  Picture,
  Coordinates,
  options,
  records,
  engine: { levelRatings },
  showcase,
  load: async () => {
    const [{ play }, { side }] = await Promise.all([import("./play.tsx"), import("./side.tsx")]);
    return { ...play, ...side };
  },
  study: async () => (await import("./study.ts")).study,
});
