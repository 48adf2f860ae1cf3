import { definePage } from "../../page.ts";
import { about } from "../about.ts";
import { mostHands, usualHands } from "../rules.ts";
import { Picture } from "./picture.tsx";
import * as strings from "./strings.ts";

const isHands = (text: string): boolean =>
  /^\d{1,3}$/.test(text) &&
  (text === "1" || (Number(text) % 2 === 0 && Number(text) >= 2 && Number(text) <= mostHands));

export const poker = definePage({
  ...about,
  Picture,
  options: [
    { kind: "switch", name: "leduc", label: strings.leduc, initial: false },
    {
      kind: "number",
      name: "hands",
      label: strings.hands,
      initial: String(usualHands),
      problem: (text) => (isHands(text) ? null : strings.numberOfHands(mostHands)),
    },
  ],
  load: async () => (await import("./play.tsx")).play,
});
