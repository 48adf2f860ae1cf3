import { durationText } from "./duration.ts";
import { deciderText, lateEntriesText, pointsText } from "./league-words.ts";
import type { LeagueSettings } from "./leagues.ts";
import { counted } from "./text.ts";

const seconds = (value: number): string => (value < 1 ? `${value} s` : durationText(value * 1000));

const byeTexts = { full: "a full point", half: "half a point", none: "no points" } as const;
const failing = { random: null, forfeit: "lose the game", pause: "pause the league" } as const;

const plain = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** The settings of a league, each by its name, as a person reads them on a page. */
export function settingFacts(settings: LeagueSettings): readonly (readonly [name: string, text: string])[] {
  const { clock, points, sprt, openings } = settings;
  const { resign, draw } = settings.adjudication;
  const facts: readonly (readonly [string, string | null])[] = [
    ...Object.entries(settings.options).map(([name, value]) => [name.replaceAll("_", " "), plain(value)] as const),
    [
      "Match",
      settings.games_per_match === 1
        ? "1 game"
        : `${settings.best_of ? "best of " : ""}${settings.games_per_match} games with alternating sides`,
    ],
    ["Points", `${[points.win, points.draw, points.loss].map(pointsText).join(" / ")} for win / draw / loss`],
    ["Points for a bye", points.bye === undefined ? null : pointsText(points.bye)],
    ["Tie-breaks", `${settings.tie_breaks.join(", ")}, then drawing lots`],
    ...settings.forbidden_pairs.map(({ names }) => ["Kept apart", names.join(", ")] as const),
    ...settings.byes.map(({ name, round, worth }) => ["Bye", `${name} in round ${round}, ${byeTexts[worth]}`] as const),
    ["Late entries", settings.late_entries && lateEntriesText(settings.late_entries)],
    ["Level matches", settings.decider && deciderText(settings.decider)],
    ["Clock", clock ? `${seconds(clock.initial_seconds)} + ${clock.increment_seconds} s per move` : "none"],
    ["Time limit per move", settings.move_seconds === null ? null : seconds(settings.move_seconds)],
    ["Late moves", settings.missed_move === "random" ? "replaced by a random move" : "lose the game"],
    ["Models without an answer", failing[settings.on_failure]],
    ["Budget for models", settings.max_cost === null ? null : `$${settings.max_cost}`],
    ["Token budget for models", settings.max_tokens === null ? null : `${settings.max_tokens} tokens`],
    [
      "Openings",
      openings && `${openings.suite}, ${openings.positions} positions, ${openings.order}, by ${openings.policy}`,
    ],
    ["Resignation", resign && `${resign.score} centipawns behind for ${resign.moves} moves`],
    ["Draw", draw && `within ${draw.score} centipawns for ${draw.moves} moves, after move ${draw.after_move}`],
    ["Maximum game length", settings.longest_game === null ? null : `${settings.longest_game} moves, then a draw`],
    ["Illegal moves", settings.max_illegal === null ? "any number" : `${settings.max_illegal} lose the game`],
    ["Legal moves", settings.legal_moves === "shown" ? "shown to players" : "not shown"],
    ["Simultaneous", counted(settings.concurrency, "match", "matches")],
    [
      "Invitation",
      `${seconds(settings.invite_seconds)}; out after ${counted(settings.misses, "miss", "misses")} in a row`,
    ],
    ["Sequential test", sprt && `Elo ${sprt.elo0} against ${sprt.elo1}, α ${sprt.alpha}, β ${sprt.beta}`],
  ];
  return facts.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]));
}
