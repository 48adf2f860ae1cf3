import type * as leagues from "../../shared/leagues.ts";
import { get, getText, send } from "../api/request.ts";
import { leaguePath } from "./client.ts";
import type { leagueFiles } from "./strings.ts";

/** The requests that the pages of leagues alone make; those of other pages, too, are in `client.ts`. */

/** A request for a league; the host checks it. */
export type LeagueRequest = Readonly<Record<string, unknown>>;

export const getRound = (id: string, round: number) => get<leagues.LeagueRound>(leaguePath(id, `/rounds/${round}`));
export const getEntrant = (id: string, number: number) =>
  get<leagues.LeagueEntrantDetail>(leaguePath(id, `/entrants/${number}`));
/** One of the export formats of a league. */
export const getLeagueFile = (id: string, file: (typeof leagueFiles)[number]["file"] | "pgn") =>
  getText(leaguePath(id, `/${file}`));
/** Takes a league that is over from all lists. */
export const deleteLeague = (id: string) => send<leagues.LeagueDetail>("DELETE", leaguePath(id));
/** Removes an entrant from a league that has not begun, or that waits for it. */
export const takeOutEntrant = (id: string, number: number) =>
  send<leagues.LeagueDetail>("DELETE", leaguePath(id, `/entrants/${number}`));
/** Gives an agent's place a new token, and ends those before. */
export const reissuePlace = (id: string, number: number) =>
  send<leagues.PlaceReissued>("POST", leaguePath(id, `/entrants/${number}/reissue`));
export const getOutlets = (id: string) => get<leagues.LeagueOutlets>(leaguePath(id, "/outlets"));
/** Makes the addresses at which spectators elsewhere see a league, and ends those before. */
export const admitSpectators = (id: string) => send<leagues.SpectatorAddresses>("POST", leaguePath(id, "/spectators"));
export const dismissSpectators = (id: string) => send<null>("DELETE", leaguePath(id, "/spectators"));
export const getLeagueChoices = () => get<leagues.LeagueChoices>("/api/leagues/choices");
/** Where leagues are set up, or a measurement. */
const setUpPath = (measures: boolean): string => `/api/leagues${measures ? "/measure" : ""}`;
/** The plan of a league with that many reserved places for agents; creates nothing. A refusal is an answer like others. */
export const planLeague = (request: LeagueRequest, agents: number, measures: boolean) =>
  send<leagues.LeaguePlanned>("POST", `${setUpPath(measures)}/plan?refusal=expected`, {
    ...request,
    ...(measures ? {} : { agents }),
  });
export const createLeague = (request: LeagueRequest, measures: boolean) =>
  send<leagues.LeagueDetail>("POST", setUpPath(measures), request);
/** Sets up a league with the same entrants and settings, and a new seed. */
export const repeatLeague = (id: string) => send<leagues.LeagueDetail>("POST", leaguePath(id, "/again"));
export const renameLeague = (id: string, name: string) =>
  send<leagues.LeagueDetail>("PUT", leaguePath(id, "/name"), { name });

/** Has an engine review one more of the league's finished games. */
export const reviewLeague = (id: string) =>
  send<leagues.LeagueReview>("POST", leaguePath(id, "/review"), { games: MOST_REVIEWED });
/** The most that the host accepts. */
const MOST_REVIEWED = 10_000;

export const getRatings = (game: string) => get<leagues.RatingListReport>("/api/ratings", { game });
