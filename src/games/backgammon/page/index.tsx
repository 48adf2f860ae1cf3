import { definePage } from "../../page.ts";
import { about } from "../about.ts";
import { Picture } from "./picture.tsx";

export const backgammon = definePage({
  ...about,
  Picture,
  load: async () => (await import("./play.tsx")).play,
});
