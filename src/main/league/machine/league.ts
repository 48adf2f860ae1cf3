import { z } from "zod";
import { entrantKinds } from "../../../shared/entrants.ts";
import { formatNames } from "../../../shared/formats/register.ts";
import type { LeagueEvent } from "../../../shared/league-events.ts";
import { leagueSettings } from "../../../shared/league-settings.ts";
import { playerSettings } from "../../../shared/player-settings.ts";
import { gameKindSchema } from "../../../shared/schemas.ts";
import type { Steps } from "../../../shared/steps.ts";
import { struct } from "../../../shared/struct.ts";
import type { Seat } from "../../../shared/terms.ts";
import { onceFor } from "../../base/once-for.ts";
import type { Play } from "../../games/machine/play.ts";
import type { MatchResult } from "../standings/record.ts";
import { sideFiguresSchema } from "./side-figures.ts";

export const terminations = [
  /** By the game's rules, by resignation or agreement. */
  "normal",
  /** A clock ran out, or a move took too long. */
  "time",
  /** Too many moves were refused. */
  "illegal-moves",
  /** The time ran out, and the player to move had gone away. */
  "disconnected",
  /** Nobody moved, or moves had to be made for a player again and again. */
  "stalled",
  /** By score, under the league's settings. */
  "adjudicated",
  /** A draw at the league's longest length, which says nothing about strength. */
  "cut-short",
  /** One side did not come, or left. */
  "forfeit",
] as const;
export type Termination = (typeof terminations)[number];

/** All settings of a league, with those that are reported in another form or place, or not before its end. */
export const settingsSchema = leagueSettings
  .extend({
    game: gameKindSchema,
    format: z.enum(formatNames),
    /** The measurement of one entrant against levels of known strength; null for leagues of other formats. */
    measure: struct({
      /** The width of the 95 % interval, in Elo from end to end, at which it ends. */
      within: z.number(),
      /** Games after which it ends in any case. */
      games: z.int(),
      /** The strength of each level, as known at the start. */
      levels: z.array(z.number()).readonly(),
      /** The covariance of their errors, in Elo². */
      covariance: z.array(z.array(z.number()).readonly()).readonly(),
    }).nullable(),
    /** The seed of all random choices, together with the secret. */
    seed: z.int(),
    /** The key of all random choices, so that nobody who knows the seed can predict them. */
    secret: z.string(),
  })
  .readonly();
export type LeagueSettings = z.infer<typeof settingsSchema>;

export type Decider = NonNullable<LeagueSettings["decider"]>;
export const usualDecider: Decider = { last: "lot", extra_games: 4 };
/** Most extra games of a match. */
export const extraGames = ({ extra_games = 0, extra_pairs }: Decider): number =>
  extra_pairs === undefined ? extra_games : 2 * extra_pairs;

export const entrantSchema = struct({
  /** In the league, from 1. */
  number: z.int(),
  kind: z.enum(entrantKinds),
  name: z.string(),
  /** Its player settings, where it moves by itself. */
  settings: playerSettings.readonly(),
  /** Its key in the rating list, the same in all leagues. */
  identity: z.string(),
  status: z.enum(["registered", "active", "suspended", "out"]),
  /** Invitations missed since it last answered. */
  misses: z.int(),
  /** Whether it was named before it came: an agent that joins by this name takes its place. */
  reserved: z.boolean(),
  /** The hash of the connection over which it joined, or came to its last match; null for none of its own. */
  connection: z.string().nullable(),
  /** Counts the tokens of this place: a person may give it a new one, which ends those before. */
  generation: z.int().default(1),
  /** A player server's description of itself when it registered; absent where it gave none, and for all others. */
  profile: struct({
    /** A UUID of its own, by which other servers know it. It proves nothing: its token does. */
    playerId: z.string().optional(),
    /** As JSON, clipped; shown as text, and never acted on. */
    capabilities: z.string(),
  }).optional(),
  /** Whether the person removed it; absent where not. */
  takenOut: z.boolean().optional(),
  /** The rounds that a late entrant missed, and the worth of a bye for each; absent for all others. */
  late: struct({ rounds: z.int(), worth: z.enum(["half", "none"]) }).optional(),
});
export type Entrant = z.infer<typeof entrantSchema>;

const sideSchema = z.enum(["a", "b"]);
export type Side = z.infer<typeof sideSchema>;

/** The result of a game, as a league counts it. */
export const gameResultSchema = struct({
  winner: sideSchema.nullable(),
  /** The game's own reason, or Kibitz's. */
  reason: z.string(),
  termination: z.enum(terminations),
  /** Of `a` and `b`: moves, their milliseconds, and refused moves. */
  moves: z.tuple([z.int(), z.int()]).readonly(),
  ms: z.tuple([z.number(), z.number()]).readonly(),
  illegal: z.tuple([z.int(), z.int()]).readonly(),
  /** The cost of each side's moves; absent where nobody counted. */
  figures: z.tuple([sideFiguresSchema, sideFiguresSchema]).readonly().optional(),
  /** The last named position in it; absent where there is none. */
  opening: struct({ code: z.string(), name: z.string() }).optional(),
  /** The chips or points that `a` won by it, negative where it lost; absent where the rules did not end it, and in games without. */
  margin: z.number().optional(),
  /** A key that is the same for games that are no evidence of their own (`courseOf`); absent for all others. */
  course: z.string().optional(),
});
export type GameResult = z.infer<typeof gameResultSchema>;

/** The reason of a game that cannot be read: it counts as a draw, and says nothing about strength. */
export const UNREAD = "unfinished";

/** A game's worth to a side: 1 for a win, a half for a draw, else 0, as for both in a game that both left. */
export const worthTo = (side: Side, { winner, termination }: GameResult): number =>
  winner === side ? 1 : winner === null && termination !== "forfeit" ? 0.5 : 0;

const matchGameSchema = struct({
  id: z.string(),
  /** The side with the first seat. */
  first: sideSchema,
  /** The league's opening that it starts from, by number; null for none. */
  opening: z.int().nullable(),
  /** Whether it decides a level match, a draw being a win for the second seat; absent where not. */
  armageddon: z.literal(true).optional(),
  /** Null while it is played. */
  result: gameResultSchema.nullable(),
});
export type MatchGame = z.infer<typeof matchGameSchema>;

export const matchSchema = struct({
  /** In the league, from 1. */
  number: z.int(),
  round: z.int(),
  a: z.int(),
  /** Null for a bye. */
  b: z.int().nullable(),
  status: z.enum(["assigned", "invited", "playing", "reported"]),
  invitedAt: z.number().nullable(),
  /** Whether `a` and `b` have taken the invitation. */
  accepted: z.tuple([z.boolean(), z.boolean()]).readonly(),
  /** The referee elsewhere that a match was given to; absent for all others. */
  away: struct({
    /** The referee that has the match, or had it when it was reported; null where it was taken back. */
    referee: z.string().nullable(),
    /** Since when, in milliseconds since 1970. */
    since: z.number(),
    /** The number of referees that had it so far. */
    attempt: z.int(),
    /** Whether it is to be played here after all. */
    home: z.boolean(),
  }).optional(),
  games: z.array(matchGameSchema).readonly(),
  result: struct({
    winner: sideSchema.nullable(),
    /** Games won by `a` and `b`, a draw as half of one, without an Armageddon game. */
    score: z.tuple([z.number(), z.number()]).readonly(),
    termination: z.enum([...terminations, "bye"]),
    /** Whether anything was played. */
    played: z.boolean(),
    /** Whether the winner was drawn by lot, as nobody had won; absent where not. */
    lot: z.boolean().optional(),
    /** Whether neither was there at the end; absent where one was. */
    bothGone: z.boolean().optional(),
    /** The worth of a bye that the pairings did not bring about; absent for all others. */
    bye: z.enum(["win", "draw"]).optional(),
  }).nullable(),
});
export type Match = z.infer<typeof matchSchema>;

/** An opening that games start from. */
export const openingSchema = struct({
  /** Its place in the order of play, from 1. */
  number: z.int(),
  name: z.string(),
  /** The options that the game is created with, beside the league's own. */
  options: z.record(z.string(), z.unknown()).readonly(),
  /** Whether nobody can know it by heart; absent where some do, and where nobody can tell. */
  unfamiliar: z.literal(true).optional(),
});
export type LeagueOpening = z.infer<typeof openingSchema>;

/** Failures after which a referee has no match of a league any more. */
const MOST_FAILURES = 3;
/** A referee elsewhere: it runs matches, and its reports are replayed here before they count. */
export const refereeSchema = struct({
  /** A UUID of its own. */
  id: z.string(),
  name: z.string(),
  endpoint: z.string(),
  /** The games that it knows the rules of. */
  games: z.array(z.string()).readonly(),
  /** Matches that it runs at once. */
  matches: z.int(),
  /** Whether it accepts a match again that it has, so that asking again tells whether it still has it. */
  repeats: z.boolean(),
  /** Whether it knows other deciders of level matches than extra games. */
  deciders: z.boolean(),
  /** Whether it failed with a match: it gets no other until it registers again. */
  silent: z.boolean(),
  /**
   * Matches of this league that were taken back from it, as it did not answer, showed no progress or lied; too many for
   * one that registered before the person admitted referees.
   */
  failures: z.int().default(MOST_FAILURES),
  /** The public half of its token. */
  key: z.string().default(""),
});
export type Referee = z.infer<typeof refereeSchema>;
/** Whether a referee may run matches of the league, and report them. */
export const isAdmitted = ({ failures }: Referee): boolean => failures < MOST_FAILURES;

/** A league without its entrants, openings and matches, which are stored one by one. */
export const leagueHeadSchema = z.object({
  id: z.string(),
  name: z.string(),
  settings: settingsSchema,
  status: z.enum(["registration_open", "ready", "running", "paused", "complete", "cancelled"]),
  /** Whether it pauses once the matches under way are over, and no other begins; absent where not, kept where it ended first. */
  finishing: z.literal(true).optional(),
  /** The status to which a paused league returns. */
  pausedFrom: z.enum(["registration_open", "ready", "running"]).nullable(),
  createdAt: z.number(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  /** The time of its deletion: it is in no list then. Null for all others. */
  deletedAt: z.number().nullable().default(null),
  /** The entrants at the start, in the order of their seeds. */
  seeds: z.array(z.int()).readonly(),
  /** The place drawn for each of them. */
  lots: z.array(z.int()).readonly(),
  /** Each entrant's rating at the start, by number from 1, where a tie-break needs it; null for one not on the list. */
  ratings: z.array(z.number().nullable()).readonly(),
  /** The last paired round; 0 before the first. */
  round: z.int(),
  /** Null before the end, and where there is none. */
  champion: z.int().nullable(),
  /** The referees that registered, where it takes any. */
  referees: z.array(refereeSchema).readonly(),
  /** Hosts in a row that directed it and did not close, and the present one; 0 where no server is called. */
  undertaken: z.int(),
  /** The reason of the pause, where an entrant cannot play until the person has done something; null for none. */
  held: z.string().nullable(),
  /**
   * When it was last resumed after such a pause, or its wait for a provider ends, in milliseconds since 1970: moves
   * have their whole time from then on; else 0.
   */
  heldUntil: z.number(),
});

/**
 * A finished round. Reports alone need most of the facts about its matches, so it is kept compressed: about 160 bytes a
 * match in place of a thousand, and without reading from elsewhere.
 */
export interface PastRound {
  /** The results that standings and pairings are computed from. */
  readonly results: readonly MatchResult[];
  /** The number of matches between two. */
  readonly matchCount: number;
  /** The matches in full, in the order of the pairings. Each call may return new objects with the same content. */
  matches(): readonly Match[];
}

export interface League extends Readonly<z.infer<typeof leagueHeadSchema>> {
  /** By number. */
  readonly entrants: readonly Entrant[];
  /** In the order of play; none where games start as usual. */
  readonly openings: readonly LeagueOpening[];
  /** The finished rounds, oldest first. */
  readonly past: readonly PastRound[];
  /** Matches of this round, in the order of the pairings. */
  readonly current: readonly Match[];
}

/** A league that nobody has joined yet. */
export const newLeague = (league: Pick<League, "id" | "name" | "settings" | "createdAt">): League => ({
  ...league,
  status: "registration_open",
  pausedFrom: null,
  startedAt: null,
  finishedAt: null,
  deletedAt: null,
  seeds: [],
  lots: [],
  ratings: [],
  round: 0,
  champion: null,
  undertaken: 0,
  held: null,
  heldUntil: 0,
  referees: [],
  entrants: [],
  openings: [],
  past: [],
  current: [],
});

/** A match that was paired, before anybody is invited. */
export const newMatch = (match: Pick<Match, "number" | "round" | "a" | "b">): Match => ({
  ...match,
  status: "assigned",
  invitedAt: null,
  accepted: [false, false],
  games: [],
  result: null,
});

/** The figures of a game in which nobody moved. */
export const noMoves: Pick<GameResult, "moves" | "ms" | "illegal"> = { moves: [0, 0], ms: [0, 0], illegal: [0, 0] };

/** Work to do once a decision is stored. Work that is found undone, as after a crash, is done then. */
export type Order =
  | {
      readonly type: "createGame";
      readonly match: Match;
      readonly game: MatchGame;
      /** Its moves, where it was played elsewhere; absent for a game that is still to be played. */
      readonly played?: PlayedElsewhere;
    }
  /** A game that its match does not need any more: lost by a side, or broken off where that is null. */
  | { readonly type: "endGame"; readonly id: string; readonly loser: 0 | 1 | null };

/** The moves of a game that a referee elsewhere ran, in their order. */
export type PlayedElsewhere = readonly ({ readonly seat: Seat } & Pick<Play, "text" | "ms" | "effort" | "metadata">)[];

/** A league as it stood after a commit; it never changes. */
export interface LiveLeague {
  readonly league: League;
  /** The number of its events; commits compare it. */
  readonly version: number;
}

/** The outcome of a decision. Nothing of it is true before it is stored. */
export interface LeagueStep {
  readonly league: League;
  /** Empty where nothing changes. */
  readonly events: readonly LeagueEvent[];
  readonly commands: readonly Order[];
}

export const otherSide = (side: Side): Side => (side === "a" ? "b" : "a");
/** The place of a side in the figures of a match and its games. */
export const placeOf = (side: Side): 0 | 1 => (side === "a" ? 0 : 1);
export const isIn = ({ a, b }: Pick<Match, "a" | "b">, number: number): boolean => a === number || b === number;
export const sideOf = ({ a }: Pick<Match, "a">, number: number): Side => (a === number ? "a" : "b");

export function entrantOn(league: League, match: Match, side: Side): Entrant | null {
  const number = match[side];
  return number === null ? null : entrantOf(league, number);
}
/** The two players of a match, `a` first; null where one of them is not there. */
export function playersOf(league: League, match: Match): readonly [Entrant, Entrant] | null {
  const [one, other] = [entrantOn(league, match, "a"), entrantOn(league, match, "b")];
  return one && other ? [one, other] : null;
}
/** The name of an entrant's opponent; empty in a bye. */
export const opponentName = (league: League, match: Match, number: number): string =>
  entrantOn(league, match, otherSide(sideOf(match, number)))?.name ?? "";

/** The id by which servers know an entrant: its own where it has one, else its name. */
export const publicId = ({ profile, name }: Entrant): string => profile?.playerId ?? name;
export const entrantOf = (league: League, number: number): Entrant | null => league.entrants[number - 1] ?? null;
/** Why an entrant is suspended, where no other reason is known. */
export const NOT_TAKEN = "it did not take its invitation in time";
/** An entrant's name; empty for the number of none. */
export const nameOf = (league: League, number: number | null): string => entrantOf(league, number ?? 0)?.name ?? "";

/** The reason why an entrant is out: `it left`, `it missed 2 matches in a row`. */
export const whyOut = (league: League, number: number): string => {
  const { misses } = league.settings;
  const entrant = entrantOf(league, number);
  if (entrant?.takenOut) return "it was removed";
  if ((entrant?.misses ?? 0) < misses) return "it left";
  return `it missed ${misses === 1 ? "a match" : `${misses} matches in a row`}`;
};
/** The entrants of an invited match that have not accepted yet. */
export const awaitedIn = (league: League, { status, accepted, ...match }: Match): readonly Entrant[] =>
  status !== "invited" || league.status !== "running"
    ? []
    : [accepted[0] ? null : entrantOf(league, match.a), accepted[1] ? null : entrantOf(league, match.b ?? 0)].filter(
        (entrant) => entrant !== null,
      );
/** When an invitation expires, in milliseconds since 1970. */
export const invitedUntil = ({ settings }: Pick<League, "settings">, { invitedAt }: Match): number =>
  (invitedAt ?? 0) + 1_000 * settings.invite_seconds;
/** Those who are not out. */
export const presentIn = ({ entrants }: League): readonly Entrant[] =>
  entrants.filter(({ status }) => status !== "out");
/** Whether this host moves for it, so that it accepts every invitation. */
export const isDriven = ({ kind }: Entrant): boolean => ["computer", "strategy", "llm", "command"].includes(kind);
/** Hosts in a row that may end without closing while they direct a league, before it is set aside. */
export const MOST_CRASHED_HOSTS = 3;
/** Whether it is paused because too many hosts ended over it: none of its players is called. */
export const isSetAside = ({ status, undertaken }: League): boolean =>
  status === "paused" && undertaken > MOST_CRASHED_HOSTS;
/** Whether it waits for the person to solve an entrant's problem: no model is asked, and no move is late. */
export const isHeld = ({ status, held }: League): boolean => status === "paused" && held !== null;
/** Whether servers are called in it, players or models, whose answers a host reads. */
export const callsServers = (league: League): boolean =>
  presentIn(league).some(({ settings }) => settings.endpoint !== undefined || settings.model !== undefined);
export const isOver = ({ status }: League): boolean => status === "complete" || status === "cancelled";
/** Entrants that have yet to come, do not answer or have not accepted their invitation, by number: until when, in milliseconds since 1970; null where no match depends on them. */
export const awaitedEntrants = onceFor((league: League): ReadonlyMap<number, number | null> => {
  const here = isOver(league) ? [] : presentIn(league);
  return new Map([
    ...here.flatMap(({ number, reserved, status }) =>
      reserved || status === "suspended" ? [[number, null] as const] : [],
    ),
    ...league.current.flatMap((match) =>
      awaitedIn(league, match).map(({ number }) => [number, invitedUntil(league, match)] as const),
    ),
  ]);
});

/** All matches, oldest first. In a large league they take much memory: see `byRound`. */
export const matchesOf = (league: League): readonly Match[] => [...byRound(league)].flat();
/** The matches, one round at a time, oldest first, the current round last. */
export function* byRound({ past, current }: League): Generator<readonly Match[], void> {
  for (const round of past) yield round.matches();
  yield current;
}
/** Collects what each match of a league brings, in the order of the matches. Yields between rounds. */
export function* fromMatches<T>(league: League, of: (match: Match) => readonly T[]): Steps<readonly T[]> {
  const values: T[] = [];
  for (const matches of byRound(league)) {
    values.push(...matches.flatMap(of));
    yield;
  }
  return values;
}
/** The matches of a round; empty where it was not paired. */
export const matchesIn = ({ past, current, round }: League, number: number): readonly Match[] =>
  number === round ? current : (past[number - 1]?.matches() ?? []);

export function matchNumbered({ past, current }: League, number: number): Match | null {
  let before = 0;
  for (const round of past) {
    if (number <= before + round.results.length) return round.matches()[number - before - 1] ?? null;
    before += round.results.length;
  }
  return current.find((match) => match.number === number) ?? null;
}

/** The matches that have changed since an earlier state of the same league; all where that is null. */
export function matchesSince(before: League | null, { past, current }: League): readonly Match[] {
  const earlier = new Set(before?.current);
  // A finished round does not change; one that was finished since may have changed once more.
  const over = past.slice(before?.past.length ?? 0).flatMap((round) => round.matches());
  return [...over, ...current].filter((match) => !earlier.has(match));
}

export const matchIdOf = (league: string, match: number): string => `L${league}m${match}`;
/** A game's id follows from its match and number, so that none is created twice. */
export const gameIdOf = (league: string, match: number, game: number): string => `${matchIdOf(league, match)}g${game}`;

/** The seat of a side in a game: 0 for the first. */
export const seatIndexOf = ({ first }: MatchGame, of: Side): 0 | 1 => (first === of ? 0 : 1);
/** Whether a game starts from a position that nobody can know by heart. */
export const isUnfamiliar = ({ openings }: League, { opening }: MatchGame): boolean =>
  openings[(opening ?? 0) - 1]?.unfamiliar ?? false;

/** The games under way, as the league knows them. */
export const openGames = (league: League): readonly { readonly match: Match; readonly game: MatchGame }[] =>
  league.current.flatMap((match) =>
    match.status === "playing" ? match.games.flatMap((game) => (game.result ? [] : [{ match, game }])) : [],
  );

/** The game under way with this id; null for none. */
export const openGame = (league: League, id: string): { readonly match: Match; readonly game: MatchGame } | null =>
  openGames(league).find(({ game }) => game.id === id) ?? null;

/** A league as it was after so many rounds, without a champion; itself after the last. Late entrants are left out. */
export function leagueAfter(league: League, rounds: number): League {
  if (rounds >= league.round) return league;
  const current = league.past[rounds - 1]?.matches() ?? [];
  // A new entrant is behind all others.
  const seeds = league.seeds.filter((number) => (entrantOf(league, number)?.late?.rounds ?? 0) <= rounds);
  const lots = league.lots.slice(0, seeds.length);
  const past = league.past.slice(0, Math.max(0, rounds - 1));
  return { ...league, round: rounds, past, current, seeds, lots, champion: null };
}

/** Whether a referee elsewhere has a match, and nobody has reported it yet. */
export const isAway = ({ status, away }: Match): boolean =>
  status === "playing" && away !== undefined && away.referee !== null;

/**
 * The next deadline of a league, in milliseconds since 1970: when the next invitation expires, at once (0) where the
 * next round is to be paired. Null for none.
 */
export function nextTick(league: League): number | null {
  if (league.status !== "running") return null;
  if (league.current.every((match) => match.status === "reported")) return 0;
  const times = deadlinesIn(league);
  return times.length > 0 ? Math.min(...times) : null;
}

/** The times at which the open invitations expire, in milliseconds since 1970. */
export const deadlinesIn = ({ current, settings }: League): readonly number[] =>
  current.flatMap(({ status, invitedAt }) =>
    status === "invited" && invitedAt !== null ? [invitedAt + 1_000 * settings.invite_seconds] : [],
  );
