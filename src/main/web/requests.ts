import { z } from "zod";
import { optionFields } from "../../games/options.ts";
import { definitions } from "../../games/register.ts";
import { historyOrders, historyResults } from "../../shared/api.ts";
import { clockRequest, gameKindSchema, newLinesSchema, seatSchema, whole } from "../../shared/schemas.ts";
import { settingsSchema } from "../../shared/setting-schemas.ts";
import { cleanLine, NAME_LENGTH, SEARCH_LENGTH, searchWords } from "../../shared/text.ts";
import type { RatingList } from "../league/ratings/rating-list.ts";

type HistoryFilters = Omit<z.output<typeof historyRequest>, "offset" | "limit">;

/** The search for finished games that a request describes, in the store's terms. */
export async function historyQueryOf(request: HistoryFilters, ratings: Pick<RatingList, "pairsBetween">) {
  const { game: kind, league, leagues, result, from, until, elo_from: eloFrom, elo_to: eloTo, order } = request;
  const kinds = kind === undefined ? definitions.map((each) => each.kind) : [kind];
  const isByElo = eloFrom !== undefined || eloTo !== undefined;
  return {
    words: searchWords(request.search),
    kind,
    person: request.mine === "true",
    league,
    inLeague: leagues && leagues === "only",
    result,
    opening: searchWords(request.opening).map(({ text }) => text),
    from,
    until,
    eloFrom,
    eloTo,
    ratedPairs: isByElo ? await ratings.pairsBetween(kinds, eloFrom, eloTo) : [],
    order,
    descending: request.direction === "down",
  };
}

const name = z.string().max(NAME_LENGTH).optional();
const notAgents = [
  z.strictObject({ kind: z.literal("human"), name }),
  z.strictObject({ kind: z.literal("computer"), level: whole(1, 10).default(5) }),
] as const;
const playerRequest = z.discriminatedUnion("kind", [...notAgents, z.strictObject({ kind: z.literal("agent") })]);

/** `POST /api/games`. Players are named by seat; an agent's seat stays open until one joins. */
export const createRequest = z.strictObject({
  game: gameKindSchema.default(definitions[0].kind),
  players: z.record(seatSchema, playerRequest),
  ...optionFields(definitions),
  clock: clockRequest.optional(),
  legal_moves: z.enum(["shown", "hidden"]).default("shown"),
  /** Whether spectators see what players think while the game goes on; a person who plays never does. */
  open_thoughts: z.boolean().default(false),
  /** Whether moves are delayed a little where only computers play. */
  pace: z.enum(["watchable", "none"]).default("watchable"),
});

const seat = seatSchema.optional();
export const moveRequest = z.strictObject({
  move: z.string().min(1).max(200),
  claim_win: z.boolean().optional(),
  claim_draw: z.boolean().optional(),
  ply: whole(0, 100_000).optional(),
  seat,
});
export const seatRequest = z.strictObject({ seat });
export const drawRequest = z.strictObject({ answer: z.enum(["offer", "accept", "decline"]).default("offer"), seat });
export const talkRequest = z.strictObject({ message: z.string().min(1).max(280), seat });

/** The player who is to take over an agent's seat. */
export const successorRequest = z.discriminatedUnion("kind", notAgents);

export const switchRequest = z.strictObject({ on: z.boolean() });
const pgn = z.string().min(1).max(250_000);
/** `POST /api/lines` */
export const linesRequest = z.strictObject({ pgn });
export const importRequest = z.strictObject({
  pgn,
  /** The number of its first line in the file from which it comes. */
  line: whole(1, 100_000_000).default(1),
  /** Refuses a game that was imported before with `CONFLICT`, naming the earlier one. */
  unless_known: z.boolean().default(false),
  /** Adds its notes to the game that was imported before, if there is one. */
  add_notes: z.boolean().default(false),
});
export const logRequest = z.object({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});
/** A picture's seat at the bottom, and its colours for light squares, dark squares and the frame. */
export const pictureRequest = z.object({
  ply: z.coerce.number().int().min(0).max(10_000).optional(),
  seat: z.string().max(20).optional(),
  colours: z
    .string()
    .regex(/^[0-9a-f]{6}(,[0-9a-f]{6}){2}$/)
    .optional(),
});
export const plyRequest = z.object({ ply: z.coerce.number().int().min(0).max(10_000).optional() });

/** A position outside a game, by the moves that lead there. */
const positionFields = {
  game: gameKindSchema,
  ...optionFields(definitions),
  moves: z.array(z.string().min(1).max(20)).max(3_000).default([]),
};
/** `POST /api/opening` */
export const openingRequest = z.strictObject(positionFields);
/** `POST /api/explorer` */
export const explorerRequest = z.strictObject({
  ...positionFields,
  /** Only games in which a person played here, and records in which one of these names did. */
  mine: z.boolean().default(false),
  names: z.array(z.string().max(NAME_LENGTH)).max(20).default([]),
});
/** `POST /api/analysis` */
export const exploreRequest = z.strictObject({
  ...positionFields,
  lines: whole(1, 5).default(3),
});

const longestTitle = 80;
const studyFields = {
  title: z
    .string()
    .max(longestTitle)
    .transform(cleanLine)
    .refine((title) => title !== "", "a study has a name"),
  lines: newLinesSchema,
};
/** `PUT /api/studies/{id}`. The version is that of the game when the study was read. */
export const studyChange = z.strictObject({ ...studyFields, version: z.int().min(0) });
/** `POST /api/studies`. Players are named by seat where it is the study of a game; `of` is that game's id. */
export const studyRequest = z.strictObject({
  game: gameKindSchema,
  ...optionFields(definitions),
  ...studyFields,
  names: z.record(seatSchema, z.string().max(NAME_LENGTH)).optional(),
  of: z.string().max(20).optional(),
});

/** A part of the settings; the others stay as they are. */
export const settingsRequest = settingsSchema.partial();

/** `GET /api/games`, `GET /api/leagues`. */
export const listRequest = z.object({
  status: z.enum(["all", "open", "live", "finished", "deleted"]).default("all"),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(100).optional(),
});

/** In milliseconds since 1970. */
const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], "expected is a date, such as 2026-11-24, or a moment")
  .transform((text) => Date.parse(text));

const mostPassedOver = 1_000_000;
/** `GET /api/history`. */
export const historyRequest = z.object({
  search: z.string().max(SEARCH_LENGTH).default(""),
  game: gameKindSchema.optional(),
  /** Only games in which a person played. */
  mine: z.enum(["true", "false"]).default("false"),
  league: z.string().max(20).optional(),
  /** Only games of leagues, or only others. */
  leagues: z.enum(["only", "none"]).optional(),
  result: z.enum(historyResults).optional(),
  /** Words of the code and name of the opening. */
  opening: z.string().max(SEARCH_LENGTH).default(""),
  /** The end of the game: from this moment, or from the beginning of this day in UTC, … */
  from: moment.optional(),
  /** … and before this one. */
  until: moment.optional(),
  /** The Elo of the game, as `HistorySearch` defines it. */
  elo_from: z.coerce.number().int().min(0).max(9_999).optional(),
  elo_to: z.coerce.number().int().min(0).max(9_999).optional(),
  order: z.enum(historyOrders).default("ended"),
  direction: z.enum(["up", "down"]).default("down"),
  offset: z.coerce.number().int().min(0).max(mostPassedOver).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** `GET /api/history/pgn`: all games that are found, or those of them whose ids are given, separated by commas. */
export const historyPgnRequest = historyRequest.omit({ offset: true, limit: true }).extend({
  games: z
    .string()
    .regex(/^\w{1,20}(,\w{1,20}){0,499}$/, "expected are up to 500 ids with commas between")
    .optional(),
});

export const ratingsRequest = z.object({
  game: z.enum(definitions.map(({ kind }) => kind)).default(definitions[0].kind),
});

/** The effort of an engine for each position of a game; by default the usual one for its length. */
export const gameReviewRequest = z.strictObject({ nodes: whole(500, 10_000_000).optional() });

/** The number of a league's games that an engine reviews, and the effort for each position. */
export const reviewRequest = z.strictObject({
  games: whole(1, 10_000).default(10),
  nodes: whole(1_000, 10_000_000).default(20_000),
});

/** The league after `after_round` rounds, by default now; `rounds=last`: of a large one, what is read at once. */
export const leagueMoment = z.object({
  after_round: z.coerce.number().int().min(0).optional(),
  rounds: z.enum(["all", "last"]).default("all"),
});

/** Waits for a version above this one. */
export const leagueWait = z.object({ after: z.coerce.number().int().min(0).default(0) });
