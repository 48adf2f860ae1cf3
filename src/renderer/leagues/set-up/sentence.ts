import { formatOf } from "../../../shared/formats/register.ts";
import { planNotes, roughly } from "../../../shared/league-facts.ts";
import type { LeaguePlanned } from "../../../shared/leagues.ts";
import { amount } from "../../../shared/text.ts";
import { clockOf } from "../../new-game/clocks.ts";
import { canTest, type LeagueDraft, measures } from "./draft.ts";

/** The plan in a sentence, with the estimated time. */
export function leagueSentence(answer: LeaguePlanned, draft: LeagueDraft): string {
  const { entrants, rounds, matches, games, seconds } = answer;
  const isTest = draft.switches.testing && canTest(draft);
  const most = (draft.switches.bestOf && games > matches) || isTest ? "at most " : "";
  const inGames = games === matches && !isTest ? "" : `, ${most}${amount(games, "game")}`;
  const matchesText = `${amount(matches, "match", "matches")} in ${amount(rounds, "round")}${inGames}`;
  const about = `About ${roughly(seconds)}.`;
  if (measures(draft))
    return [`At most ${amount(games, "game")} against players of known strength. ${about}`, ...planNotes(answer)].join(
      " ",
    );
  const plan = `${amount(entrants, "entrant")}, ${formatOf(draft).meets}: ${matchesText}${clockWords(draft)}${starts[draft.choices.openings]}. ${about}`;
  return [plan, ...planNotes(answer)].join(" ");
}

const starts: Readonly<Record<LeagueDraft["choices"]["openings"], string>> = {
  none: "",
  "built-in": ", from known openings",
  shuffled: ", from unfamiliar starts",
  mixed: ", from known openings and unfamiliar starts in turn",
  own: ", from your openings",
};

/** `, at 3 + 2`; empty without a clock. */
function clockWords({ clock }: LeagueDraft): string {
  const value = clockOf(clock);
  if (!value) return "";
  return `, at ${Number((value.initial_seconds / 60).toFixed(2))} + ${value.increment_seconds}`;
}
