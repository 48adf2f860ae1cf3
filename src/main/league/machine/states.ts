import { type Entrant, isAway, isOver, type League, type Referee } from "./league.ts";

/** Where a league is in its life, as `league.v1` calls it. One that is paused waits where it is; one that is cancelled is shut down. */
export function leagueState(league: League): string {
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

/** Where an entrant is in its life, as `league.v1` calls it. */
export function playerState(league: League, { number, status }: Entrant): string {
  if (status === "out") return "SHUTDOWN";
  if (status === "suspended") return "SUSPENDED";
  if (status === "registered" && !isOver(league)) return "REGISTERED";
  const plays = league.current.some(
    (match) => match.status === "playing" && (match.a === number || match.b === number),
  );
  return plays ? "IN_GAME" : "ACTIVE";
}

/** Where a referee elsewhere is for this league, as `league.v1` calls it: one that fell silent has to register again. */
export function refereeState({ current }: League, { id, silent }: Referee): string {
  if (silent) return "INIT";
  return current.some((match) => isAway(match) && match.away?.referee === id) ? "MANAGING_MATCH" : "READY";
}
