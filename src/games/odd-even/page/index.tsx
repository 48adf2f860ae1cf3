import { definePage } from "../../page.ts";
import { about } from "../about.ts";
import { mostRounds } from "../rules.ts";
import { Picture } from "./picture.tsx";

const isRounds = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) % 2 === 1;

export const oddEven = definePage({
  ...about,
  Picture,
  options: [
    {
      kind: "number",
      name: "rounds",
      label: "Rounds",
      initial: "5",
      problem: (text) => (isRounds(text) ? null : `Rounds: an odd number from 1 to ${mostRounds}.`),
    },
  ],
  load: async () => (await import("./play.tsx")).play,
});
