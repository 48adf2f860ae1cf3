import type {
  LeagueChoices,
  LeagueDetail,
  LeagueEntrantDetail,
  LeagueList,
  LeagueMatchDetail,
  LeaguePlanned,
  LeagueReview,
  LeagueRound,
  RatingListReport,
} from "../../shared/leagues.ts";
import type { Answer } from "../api/answer.ts";
import type { ListQuery } from "../api/client.ts";
import { get, getText, send } from "../api/request.ts";

const path = (id: string, rest = ""): string => `/api/leagues/${encodeURIComponent(id)}${rest}`;

/** A request for a league; the host checks it. */
export type LeagueRequest = Readonly<Record<string, unknown>>;

export type LeagueCommand = "start" | "pause" | "resume" | "cancel";
/** The export formats of a league. */
export type LeagueFile = "pgn" | "csv" | "trf" | "trf26" | "html" | "replay";

export const listLeagues = (query: ListQuery): Promise<Answer<LeagueList>> => get("/api/leagues", { ...query });
/** A large league, with its last rounds only. */
export const getLeague = (id: string): Promise<Answer<LeagueDetail>> => get(path(id), { rounds: "last" });
export const getRound = (id: string, round: number): Promise<Answer<LeagueRound>> => get(path(id, `/rounds/${round}`));
export const getMatch = (id: string, number: number): Promise<Answer<LeagueMatchDetail>> =>
  get(path(id, `/matches/${number}`));
export const getEntrant = (id: string, number: number): Promise<Answer<LeagueEntrantDetail>> =>
  get(path(id, `/entrants/${number}`));
export const getLeagueFile = (id: string, file: LeagueFile): Promise<Answer<string>> => getText(path(id, `/${file}`));
export const commandLeague = (id: string, command: LeagueCommand): Promise<Answer<LeagueDetail>> =>
  send("POST", path(id, `/${command}`));
/** Removes an entrant from a league that has not begun. */
export const takeOutEntrant = (id: string, number: number): Promise<Answer<LeagueDetail>> =>
  send("DELETE", path(id, `/entrants/${number}`));
export const getLeagueChoices = (): Promise<Answer<LeagueChoices>> => get("/api/leagues/choices");
/** The plan of a league with that many reserved places for agents; creates nothing. */
export const planLeague = (request: LeagueRequest, agents: number): Promise<Answer<LeaguePlanned>> =>
  send("POST", "/api/leagues/plan", { ...request, agents });
export const createLeague = (request: LeagueRequest): Promise<Answer<LeagueDetail>> =>
  send("POST", "/api/leagues", request);

/** Has an engine review one more of the league's finished games. */
export const reviewLeague = (id: string): Promise<Answer<LeagueReview>> =>
  send("POST", path(id, "/review"), { games: MOST_REVIEWED });
/** The most that the host accepts. */
const MOST_REVIEWED = 10_000;

/** The rating list of a game. */
export const getRatings = (game: string): Promise<Answer<RatingListReport>> => get("/api/ratings", { game });
