import { type Entrant, isAway, isIn, isOver, type League, type Referee } from "../league/machine/league.ts";

/** The state of a league in terms of `league.v1`. A paused one keeps its state; a cancelled one is shut down. */
export function protocolLeagueState(league: League): string {
  switch (league.status === "paused" ? league.pausedFrom : league.status) {
    case "registration_open":
      return "REGISTRATION_OPEN";
    case "ready":
      return "READY";
    case "running":
      return league.current.every(({ status }) => status === "reported") ? "BETWEEN_ROUNDS" : "ROUND_IN_PROGRESS";
    case "complete":
      return "COMPLETE";
    default:
      return "SHUTDOWN";
  }
}

/** The state of an entrant in terms of `league.v1`. */
export function protocolPlayerState(league: League, { number, status }: Entrant): string {
  if (status === "out") return "SHUTDOWN";
  if (status === "suspended") return "SUSPENDED";
  if (status === "registered" && !isOver(league)) return "REGISTERED";
  return league.current.some((match) => match.status === "playing" && isIn(match, number)) ? "IN_GAME" : "ACTIVE";
}

/** The state of a referee elsewhere in terms of `league.v1`: one that fell silent has to register again. */
export function protocolRefereeState({ current }: League, { id, silent }: Referee): string {
  if (silent) return "INIT";
  return current.some((match) => isAway(match) && match.away?.referee === id) ? "MANAGING_MATCH" : "READY";
}
