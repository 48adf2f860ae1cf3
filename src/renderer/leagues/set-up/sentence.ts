import { formatOf } from "../../../shared/formats/register.ts";
import { planNotes, roughly } from "../../../shared/league-facts.ts";
import type { LeaguePlanned } from "../../../shared/leagues.ts";
import { counted } from "../../../shared/text.ts";
import { clockOf } from "../../new-game/clocks.ts";
import { canTest, type LeagueDraft } from "./draft.ts";

/** The plan in a sentence, with the estimated time. */
export function leagueSentence(planned: LeaguePlanned, draft: LeagueDraft): string {
  const { entrants, rounds, matches, games, seconds } = planned;
  const tested = draft.switches.testing && canTest(draft);
  const most = (draft.switches.bestOf && games > matches) || tested ? "at most " : "";
  const inGames = games === matches && !tested ? "" : `, ${most}${counted(games, "game")}`;
  const played = `${counted(matches, "match", "matches")} in ${counted(rounds, "round")}${inGames}`;
  const plan = `${counted(entrants, "entrant")}, ${formatOf(draft).meets}: ${played}${clockWords(draft)}${starts[draft.choices.openings]}. About ${roughly(seconds)}.`;
  return [plan, ...planNotes(planned)].join(" ");
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
  const chosen = clockOf(clock);
  if (!chosen) return "";
  return `, at ${Number((chosen.initial_seconds / 60).toFixed(2))} + ${chosen.increment_seconds}`;
}
