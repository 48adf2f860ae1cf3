import { pointsText } from "../../shared/league-words.ts";
import type * as leagues from "../../shared/leagues.ts";
import type { ListQuery } from "../api/client.ts";
import { get, getText, send } from "../api/request.ts";
import type { files } from "./strings.ts";

const path = (id: string, suffix = ""): string => `/api/leagues/${encodeURIComponent(id)}${suffix}`;

/** A request for a league; the host checks it. */
export type LeagueRequest = Readonly<Record<string, unknown>>;

export type LeagueCommand = "start" | "pause" | "resume" | "cancel" | "restore";

export const listLeagues = (query: ListQuery) => get<leagues.LeagueList>("/api/leagues", { ...query });
/** A large league, with its last rounds only. */
export const getLeague = (id: string) => get<leagues.LeagueDetail>(path(id), { rounds: "last" });
export const getRound = (id: string, round: number) => get<leagues.LeagueRound>(path(id, `/rounds/${round}`));
export const getMatch = (id: string, number: number) => get<leagues.LeagueMatchDetail>(path(id, `/matches/${number}`));
export const getEntrant = (id: string, number: number) =>
  get<leagues.LeagueEntrantDetail>(path(id, `/entrants/${number}`));
/** One of the export formats of a league. */
export const getLeagueFile = (id: string, file: (typeof files)[number]["file"]) => getText(path(id, `/${file}`));
export const commandLeague = (id: string, command: LeagueCommand) =>
  send<leagues.LeagueDetail>("POST", path(id, `/${command}`));
/** Takes a league that is over from all lists. */
export const deleteLeague = (id: string) => send<leagues.LeagueDetail>("DELETE", path(id));
/** Removes an entrant from a league that has not begun. */
export const takeOutEntrant = (id: string, number: number) =>
  send<leagues.LeagueDetail>("DELETE", path(id, `/entrants/${number}`));
/** Gives an agent's place a new token, and ends those before. */
export const reissuePlace = (id: string, number: number) =>
  send<leagues.PlaceReissued>("POST", path(id, `/entrants/${number}/reissue`));
/** Accepts an invitation: returns the game, null while the opponent has yet to come. */
export const come = (id: string, entrant: number) =>
  send<{ readonly game_id: string | null }>("POST", path(id, `/entrants/${entrant}/come`));
export const getInvitations = () => get<leagues.PersonInvitations>("/api/invitations");
export const getLeagueChoices = () => get<leagues.LeagueChoices>("/api/leagues/choices");
/** The plan of a league with that many reserved places for agents; creates nothing. */
export const planLeague = (request: LeagueRequest, agents: number) =>
  send<leagues.LeaguePlanned>("POST", "/api/leagues/plan", { ...request, agents });
export const createLeague = (request: LeagueRequest) => send<leagues.LeagueDetail>("POST", "/api/leagues", request);

/** Has an engine review one more of the league's finished games. */
export const reviewLeague = (id: string) =>
  send<leagues.LeagueReview>("POST", path(id, "/review"), { games: MOST_REVIEWED });
/** The most that the host accepts. */
const MOST_REVIEWED = 10_000;

export const getRatings = (game: string) => get<leagues.RatingListReport>("/api/ratings", { game });

export const stateWords: Readonly<Record<leagues.LeagueSummary["status"], string>> = {
  registration_open: "Open to join",
  ready: "Ready to start",
  running: "Running",
  paused: "Paused",
  complete: "Finished",
  cancelled: "Cancelled",
};

export const isOver = ({ status }: Pick<leagues.LeagueSummary, "status">): boolean =>
  status === "complete" || status === "cancelled";
export const isOpen = ({ status }: Pick<leagues.LeagueSummary, "status">): boolean =>
  status === "registration_open" || status === "ready";

const kindTitles: Readonly<Record<string, string>> = {
  agent: "Agent",
  computer: "Computer",
  strategy: "Strategy",
  llm: "Language model",
  endpoint: "Endpoint",
  human: "Person",
};
export const kindTitle = (kind: string): string => kindTitles[kind] ?? kind;

/** Results of a game or a match, as tables show them. */
export const resultMarks = { won: "1", drawn: "½", lost: "0" } as const;

/** `1 point`, `½ point`, `7½ points`. */
export const inPoints = (value: number): string =>
  `${pointsText(value)} ${value > 0 && value <= 1 ? "point" : "points"}`;

/** The progress of a league, in words. */
export const matchesOver = (over: number, total: number): string => `${over} of ${total} matches are over`;
