import { withoutSteps } from "../steps.ts";
import { type Format, fixedSchedule } from "./format.ts";

/** A league that measures its last entrant against levels of known strength. It ends once enough is known. */
export const measurement: Format = {
  ...fixedSchedule,
  name: "measure",
  title: "Measurement",
  meets: "one meets those whose strength is known",
  rounds: () => Number.POSITIVE_INFINITY,
  matches: (_, rounds) => rounds,
  meetings: () => 0,
  next({ entrants, level }) {
    const opponent = level();
    return withoutSteps(opponent === null ? null : [{ a: entrants, b: opponent }]);
  },
};
