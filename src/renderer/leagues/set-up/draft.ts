import { byeIn, keptApartIn } from "../../../shared/absences.ts";
import { measurement } from "../../../shared/formats/measurement.ts";
import { formatOf, formats } from "../../../shared/formats/register.ts";
import { planNotes, roughTime } from "../../../shared/league-facts.ts";
import { type ApiLeagueSettings, type LeaguePlanned, usualTimes } from "../../../shared/leagues.ts";
import type { Options } from "../../../shared/terms.ts";
import { amount, likeness } from "../../../shared/text.ts";
import type { TieBreak } from "../../../shared/tie-breaks.ts";
import type { Problems } from "../../api/problems.ts";
import { clockOf } from "../../new-game/clocks.ts";
import { type Draft, firstDraft } from "../../new-game/draft.ts";
import type { LeagueRequest } from "../requests.ts";
import {
  consentFor,
  type DraftEntrant,
  entrantRequestOf,
  figuresIn,
  isPlace,
  newEntrant,
  usualName,
} from "./entrant-draft.ts";
import * as strings from "./strings.ts";

/** A number that is typed for a league, by its place in the request. */
export type FigureName = keyof typeof strings.numberFields;
/** Another text of it, by its field in the request. */
export type TextName = keyof typeof strings.textFields;
export type SwitchName = keyof typeof strings.switchFields;
export type ChoiceName = keyof typeof strings.choiceFields;

/** The fields that everybody sees; the others are behind “More”. */
const usualFields = ["name", "entrants", "format", "games_per_match", "clock", "move_seconds"];
/** The fields that a refusal of the host can name. */
export const fieldNames: readonly string[] = [
  ...Object.keys({ ...strings.numberFields, ...strings.textFields }).map((name) => name.replace(/\..*/, "")),
  ...usualFields,
  "options",
  "best_of",
  "tie_breaks",
  "openings",
  "missed_move",
  "legal_moves",
];
/** Whether one of these problems is about a field behind “More”. */
export const isFurther = ({ fields }: Problems): boolean =>
  Object.keys(fields).some((name) => !usualFields.includes(name.replace(/\..*/, "")));

/** A league in the dialog, with numbers as they were typed. */
export interface LeagueDraft extends Pick<Draft, "game" | "options" | "clock"> {
  readonly entrants: readonly DraftEntrant[];
  readonly format: string;
  /** The host's default where one is missing or empty; the points of a match are those of the game where all are. */
  readonly figures: Readonly<Partial<Record<FigureName, string>>>;
  readonly texts: Readonly<Partial<Record<TextName, string>>>;
  /** The tie-breaks in order; null for the format's own. */
  readonly tieBreaks: readonly TieBreak[] | null;
  readonly switches: Readonly<Partial<Record<SwitchName, boolean>>>;
  readonly choices: { readonly [Name in ChoiceName]: (typeof strings.choiceFields)[Name]["options"][number]["value"] };
  readonly suite: string;
  /** The name of the file with the suite; empty where it was typed. */
  readonly suiteName: string;
}

export const firstLeague: LeagueDraft = {
  game: firstDraft.game,
  options: firstDraft.options,
  entrants: [2, 3, 4, 5].map((level, index) => ({ key: index + 1, kind: "computer", name: "", level, engine: "" })),
  format: formats[0].name,
  figures: {
    games_per_match: "2",
    misses: "3",
    concurrency: "4",
    "adjudication.resign.score": "600",
    "adjudication.resign.moves": "4",
    "adjudication.draw.score": "10",
    "adjudication.draw.moves": "8",
    "adjudication.draw.after_move": "40",
    "sprt.elo0": "0",
    "sprt.elo1": "20",
    "sprt.alpha": "0.05",
    "sprt.beta": "0.05",
  },
  texts: {},
  tieBreaks: null,
  switches: { legalMoves: true },
  choices: { decider: "lot", openings: "none", order: "random", policy: "pair" },
  clock: firstDraft.clock,
  suite: "",
  suiteName: "",
};

/** Places without a name. */
export const placesIn = ({ entrants }: LeagueDraft): number => entrants.filter(isPlace).length;
/** The entrants that are sent to the host, in its order. */
const namedIn = ({ entrants }: Pick<LeagueDraft, "entrants">): readonly DraftEntrant[] =>
  entrants.filter((each) => !isPlace(each));
/** Whether the league has to wait for agents before it can begin. */
export const waitsForAgents = ({ entrants }: LeagueDraft): boolean => entrants.some(({ kind }) => kind === "agent");
/** The defaults for a move and for coming to a match, in seconds. */
export const usualTimesOf = ({ entrants }: Pick<LeagueDraft, "entrants">) =>
  usualTimes(entrants.some(({ kind }) => kind === "human"));
/** Whether the sequential test is possible, which needs two entrants. */
export const canTest = ({ entrants }: Pick<LeagueDraft, "entrants">): boolean => entrants.length === 2;

export function entrantProblems({ entrants }: LeagueDraft, { fields }: Problems): readonly Problems["fields"][] {
  // Places are not sent, so the host numbers only the others.
  const numbering = namedIn({ entrants });
  return entrants.map((entrant) => {
    const path = `entrants.${numbering.indexOf(entrant)}`;
    const own = Object.entries(fields).filter(([name]) => name === path || name.startsWith(`${path}.`));
    return Object.fromEntries(own.map(([name, text]) => [name.slice(path.length + 1), text]));
  });
}

function openingsOf({ choices: { openings, order, policy }, suite, suiteName }: LeagueDraft): LeagueRequest {
  if (openings === "none") return {};
  const own = { text: suite, name: suiteName.slice(0, 40) || "given" };
  return { openings: { order, policy, ...(openings === "own" ? own : { suite: openings }) } };
}

function adjudicationOf({ switches: { resigning, drawing }, figures }: LeagueDraft): LeagueRequest {
  if (!resigning && !drawing) return {};
  return {
    adjudication: {
      ...(resigning && { resign: figuresIn(figures, "adjudication.resign") }),
      ...(drawing && { draw: figuresIn(figures, "adjudication.draw") }),
    },
  };
}

/** The fields for points, with the worth of a bye only for pairings by score. */
export const pointsIn = (draft: LeagueDraft): readonly ("win" | "draw" | "loss" | "bye")[] =>
  formatOf(draft).byScore ? ["win", "draw", "loss", "bye"] : ["win", "draw", "loss"];

function pointsOf(draft: LeagueDraft, usual: ApiLeagueSettings["points"] | undefined): LeagueRequest {
  const { bye, ...own } = figuresIn(draft.figures, "points");
  const worth = bye === undefined || !formatOf(draft).byScore ? {} : { bye };
  const points = { ...(Object.keys(own).length > 0 ? own : usual), ...worth };
  return Object.keys({ ...own, ...worth }).length > 0 ? { points } : {};
}

const linesOf = (text = ""): readonly string[] => text.split("\n").filter((line) => line.trim() !== "");

/** The problem of each field with an unreadable line; empty where there is none. */
export function unreadLines(draft: LeagueDraft): Readonly<Record<string, string>> {
  if (!formatOf(draft).byScore) return {};
  const { forbidden_pairs, byes } = draft.texts;
  const pair = linesOf(forbidden_pairs).find((line) => keptApartIn(line) === null);
  const bye = linesOf(byes).find((line) => byeIn(line) === null);
  return {
    ...(pair === undefined
      ? {}
      : { forbidden_pairs: `Enter two or more names per line, such as Ada | Boole, not ${pair}.` }),
    ...(bye === undefined ? {} : { byes: `Enter a name and a round, such as Ada | 2 | half, not ${bye}.` }),
  };
}

/** The forbidden pairs, the byes and the late entries. */
function absencesOf(draft: LeagueDraft): LeagueRequest {
  const { forbidden_pairs, byes } = draft.texts;
  if (!formatOf(draft).byScore) return {};
  const late = { ...figuresIn(draft.figures, "late_entries"), worth: draft.switches.lateForHalf ? "half" : "none" };
  return {
    forbidden_pairs: linesOf(forbidden_pairs).map(keptApartIn),
    byes: linesOf(byes).map(byeIn),
    ...(takesLate(draft) ? { late_entries: late } : {}),
  };
}
const takesLate = (draft: LeagueDraft): boolean =>
  formatOf(draft).byScore === true && figuresIn(draft.figures, "late_entries")["rounds"] !== undefined;

/** Mistakes in entrants that need no host, by fields of the request: repeated names, commands without consent. */
export function entrantMistakes({ entrants }: LeagueDraft): Readonly<Record<string, string>> {
  const nameOf = (entrant: DraftEntrant) => likeness(entrant.name.trim() || usualName(entrant));
  const fields = namedIn({ entrants }).flatMap((entrant, index) => {
    const isTwice = entrants.some((other) => other !== entrant && nameOf(other) === nameOf(entrant));
    const isAllowed = entrant.kind !== "command" || entrant.consent === consentFor(entrant)?.text;
    return [
      ...(entrant.name.trim() !== "" && isTwice ? [[`entrants.${index}.name`, "Another entrant has this name."]] : []),
      ...(isAllowed ? [] : [[`entrants.${index}.command`, "Allow this command below, so that it may be run."]]),
    ];
  });
  return Object.fromEntries(fields);
}

/** The consents for the entrants of a kind, as they are now. */
const consentsIn = (entrants: readonly DraftEntrant[], kind: "llm" | "command"): readonly string[] =>
  entrants.flatMap((each) => {
    if (each.kind !== "llm" && each.kind !== "command") return [];
    const text = consentFor(each)?.text;
    return each.kind === kind && text !== undefined && each.consent === text ? [text] : [];
  });

/** Whether some of the points are typed and others are not: mixing them with defaults of another scale is a mistake. */
export const lacksPoints = ({ figures }: LeagueDraft): boolean => {
  const { bye: _, ...own } = figuresIn(figures, "points");
  return [1, 2].includes(Object.keys(own).length);
};

/** Sends nothing where it is the default. */
function deciderOf(draft: LeagueDraft): LeagueRequest {
  const last = draft.choices.decider;
  const extra = draft.switches.extraInPairs ? "extra_pairs" : "extra_games";
  const games = figuresIn(draft.figures, "decider")[extra];
  if (!formatOf(draft).eliminates || (last === "lot" && games === undefined)) return {};
  return { decider: { last, [extra]: games } };
}

/**
 * The request for a draft, of a league or a measurement, with the options from the game's own fields. @param usual the game's own points; absent
 * before the host's answer
 */
export function leagueRequestOf(
  draft: LeagueDraft,
  options: Options,
  title: string,
  usual?: ApiLeagueSettings["points"],
): LeagueRequest {
  const clock = clockOf(draft.clock);
  const places = placesIn(draft);
  const entrants = namedIn(draft);
  const { rounds, within, games, games_per_match, concurrency, ...figures } = figuresIn(draft.figures, "");
  const { switches } = draft;
  const { name = "", secret = "" } = draft.texts;
  const base = {
    game: draft.game,
    options,
    entrants: entrants.map(entrantRequestOf),
    allow_keys: consentsIn(entrants, "llm"),
    allow_commands: consentsIn(entrants, "command"),
    ...figures,
    ...(clock ? { clock } : {}),
    ...(switches.lateByLot ? { missed_move: "random" } : {}),
    ...openingsOf(draft),
    legal_moves: switches.legalMoves ? "shown" : "hidden",
    ...(secret.trim() === "" ? {} : { secret: secret.trim() }),
  };
  if (measures(draft)) return { ...base, within, games };
  return {
    ...base,
    name: name.trim() || `${title} league`,
    format: draft.format,
    games_per_match,
    concurrency,
    ...(switches.bestOf ? { best_of: true } : {}),
    ...(formatOf(draft).eliminates ? {} : { rounds }),
    ...pointsOf(draft, usual),
    ...(draft.tieBreaks === null ? {} : { tie_breaks: draft.tieBreaks }),
    ...absencesOf(draft),
    ...deciderOf(draft),
    ...adjudicationOf(draft),
    ...(switches.testing && canTest(draft) ? { sprt: figuresIn(draft.figures, "sprt") } : {}),
    // As many as there are places, so that no uninvited agent joins, unless late entries are allowed.
    ...(takesLate(draft) ? {} : { max_entrants: Math.max(2, entrants.length + places) }),
  };
}

/** Whether it is no league, but a measurement of one entrant. */
export const measures = ({ format }: LeagueDraft): boolean => format === measurement.name;

/** The draft in another format. One is measured: the first that is none of the levels, or an agent that is to join. */
export function inFormat(draft: LeagueDraft, format: string): Partial<LeagueDraft> {
  if (format !== measurement.name) return measures(draft) ? { format, entrants: firstLeague.entrants } : { format };
  const [first] = draft.entrants.filter(({ kind }) => kind !== "computer");
  return { format, entrants: [first ?? newEntrant("agent", [], [])] };
}

/** The plan in a sentence, with the estimated time. */
export function leagueSentence(answer: LeaguePlanned, draft: LeagueDraft): string {
  const { entrants, rounds, matches, games, seconds } = answer;
  const isTest = draft.switches.testing && canTest(draft);
  const most = (draft.switches.bestOf && games > matches) || isTest ? "at most " : "";
  const inGames = games === matches && !isTest ? "" : `, ${most}${amount(games, "game")}`;
  const matchesText = `${amount(matches, "match", "matches")} in ${amount(rounds, "round")}${inGames}`;
  const about = `About ${roughTime(seconds)}.`;
  if (measures(draft))
    return [`At most ${amount(games, "game")} against players of known strength. ${about}`, ...planNotes(answer)].join(
      " ",
    );
  const plan = `${amount(entrants, "entrant")}, ${formatOf(draft).meets}: ${matchesText}${clockWords(draft)}${startWords[draft.choices.openings]}. ${about}`;
  return [plan, ...planNotes(answer)].join(" ");
}

const startWords: Readonly<Record<LeagueDraft["choices"]["openings"], string>> = {
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
