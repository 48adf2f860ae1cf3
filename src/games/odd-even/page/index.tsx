import { definePage } from "../../page.ts";
import { about } from "../about.ts";
import { mostRounds } from "../rules.ts";
import { Picture } from "./picture.tsx";
import * as strings from "./strings.ts";

const isRounds = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) % 2 === 1;

export const oddEven = definePage({
  ...about,
  Picture,
  options: [
    {
      kind: "number",
      name: "rounds",
      label: strings.rounds,
      initial: "5",
      problem: (text) => (isRounds(text) ? null : strings.oddNumberOfRounds(mostRounds)),
    },
  ],
  load: async () => (await import("./play.tsx")).play,
});
