import type { PersonInvitations } from "../../shared/leagues.ts";
import type { Answer } from "../api/answer.ts";
import { get, send } from "../api/request.ts";

export const getInvitations = (): Promise<Answer<PersonInvitations>> => get("/api/invitations");
/** Accepts an invitation: returns the game, null while the opponent has yet to come. */
export const come = (league: string, entrant: number): Promise<Answer<{ readonly game_id: string | null }>> =>
  send("POST", `/api/leagues/${encodeURIComponent(league)}/entrants/${entrant}/come`);
