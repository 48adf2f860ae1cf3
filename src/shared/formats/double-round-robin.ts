import type { Format } from "./format.ts";
import { roundRobin, roundsOfCycle } from "./round-robin.ts";

export const doubleRoundRobin: Format = {
  ...roundRobin,
  name: "double-round-robin",
  title: "Double round robin",
  meets: "everyone meets everyone twice",
  rounds: (entrants) => 2 * roundsOfCycle(entrants),
};
