import { pointsText } from "../../shared/league-words.ts";
import type * as leagues from "../../shared/leagues.ts";
import type { ListQuery } from "../api/client.ts";
import { get, send } from "../api/request.ts";

export const leaguePath = (id: string, suffix = ""): string => `/api/leagues/${encodeURIComponent(id)}${suffix}`;

export type LeagueCommand = "start" | "pause" | "finish" | "resume" | "cancel" | "restore";

export const listLeagues = (query: ListQuery) => get<leagues.LeagueList>("/api/leagues", { ...query });
/** A large league, with its last rounds only. */
export const getLeague = (id: string) => get<leagues.LeagueDetail>(leaguePath(id), { rounds: "last" });
export const getMatch = (id: string, number: number) =>
  get<leagues.LeagueMatchDetail>(leaguePath(id, `/matches/${number}`));
export const commandLeague = (id: string, command: LeagueCommand) =>
  send<leagues.LeagueDetail>("POST", leaguePath(id, `/${command}`));
/** Accepts an invitation: returns the game, null while the opponent has yet to come. */
export const comeToMatch = (id: string, entrant: number) =>
  send<{ readonly game_id: string | null }>("POST", leaguePath(id, `/entrants/${entrant}/come`));
export const getInvitations = () => get<leagues.PersonInvitations>("/api/invitations");
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

/** Results of a game or a match, as tables show them. */
export const resultMarks = { won: "1", drawn: "½", lost: "0" } as const;

/** `1 point`, `½ point`, `7½ points`. */
export const inPoints = (value: number): string =>
  `${pointsText(value)} ${value > 0 && value <= 1 ? "point" : "points"}`;

/** The progress of a league, in words. */
export const matchesOver = (over: number, total: number): string => `${over} of ${total} matches are over`;
