import { definePage } from "../../page.ts";
import { about } from "../about.ts";
import { mostHands, usualHands } from "../rules.ts";
import { Picture } from "./picture.tsx";

const isHands = (text: string): boolean =>
  /^\d{1,3}$/.test(text) &&
  (text === "1" || (Number(text) % 2 === 0 && Number(text) >= 2 && Number(text) <= mostHands));

export const poker = definePage({
  ...about,
  Picture,
  options: [
    { kind: "switch", name: "leduc", label: "Leduc hold’em: six cards, two rounds of bets", initial: false },
    {
      kind: "number",
      name: "hands",
      label: "Hands",
      initial: String(usualHands),
      problem: (text) => (isHands(text) ? null : `Hands: 1, or an even number up to ${mostHands}.`),
    },
  ],
  load: async () => (await import("./play.tsx")).play,
});
