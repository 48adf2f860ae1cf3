import { formatOf } from "../../../shared/formats/register.ts";
import type { LeaguePlanned } from "../../../shared/leagues.ts";
import { counted } from "../../../shared/text.ts";
import { clockOf } from "../../new-game/clocks.ts";
import { canTest, type LeagueDraft } from "./draft.ts";

/** An estimate: `12 s`, `4 minutes`, `2½ hours`. */
function roughly(seconds: number): string {
  if (seconds < 50) return seconds <= 5 ? "a few seconds" : `${Math.ceil(seconds / 10) * 10} seconds`;
  const minutes = seconds / 60;
  if (minutes < 50) return minutes < 1.5 ? "a minute" : `${Math.round(minutes)} minutes`;
  const hours = minutes / 60;
  if (hours < 36) return hours < 1.25 ? "an hour" : `${Math.round(hours * 2) / 2} hours`.replace(".5", "½");
  return counted(Math.round(hours / 24), "day");
}

/** The plan in a sentence, with the estimated time. */
export function leagueSentence(planned: LeaguePlanned, draft: LeagueDraft): string {
  const { entrants, rounds, matches, games, seconds, warning } = planned;
  const tested = draft.switches.testing && canTest(draft);
  const most = (draft.switches.bestOf && games > matches) || tested ? "at most " : "";
  const inGames = games === matches && !tested ? "" : `, ${most}${counted(games, "game")}`;
  const played = `${counted(matches, "match", "matches")} in ${counted(rounds, "round")}${inGames}`;
  return `${counted(entrants, "entrant")}, ${formatOf(draft).meets}: ${played}${clockWords(draft)}${starts[draft.choices.openings]}. About ${roughly(seconds)}.${warning === undefined ? "" : ` ${warning}`}`;
}

const starts: Readonly<Record<LeagueDraft["choices"]["openings"], string>> = {
  none: "",
  "built-in": ", from balanced openings",
  own: ", from your openings",
};

/** `, at 3 + 2`; empty without a clock. */
function clockWords({ clock }: LeagueDraft): string {
  const chosen = clockOf(clock);
  if (!chosen) return "";
  return `, at ${Number((chosen.initial_seconds / 60).toFixed(2))} + ${chosen.increment_seconds}`;
}
