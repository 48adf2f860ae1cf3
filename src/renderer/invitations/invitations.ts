import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Invitation, LeagueChange, LeagueDetail, MissedMatch, PersonInvitations } from "../../shared/leagues.ts";
import { endAll } from "../../shared/listeners.ts";
import { onConnected, onLeagueNews } from "../api/live.ts";
import { gameAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { comeToMatch, getInvitations, getLeague, isOver } from "../leagues/client.ts";
import { coalesce } from "../ui/coalesce.ts";
import { recall, remember } from "../ui/remember.ts";

const noInvitations: PersonInvitations = { invitations: [], missed: [] };
const lastAnswer = signal<PersonInvitations>(noInvitations);

/** A match that the person has come to, and whose opponent has not. */
export type AwaitedMatch = Omit<Invitation, "until" | "terms">;
const awaitedSignal = signal<readonly AwaitedMatch[]>([]);

const STORAGE_KEY = "kibitz-missed";
/** The missed matches that the person has acknowledged. */
const acknowledgedMatches = signal<readonly string[]>((recall(STORAGE_KEY) ?? "").split(" "));
/** The key of an invitation to a match. */
export const nameOf = ({ league_id, entrant, round }: AwaitedMatch): string => `${league_id}.${entrant}.${round}`;
/** Most acknowledged matches that are stored: older ones are not shown any more. */
const MOST_NOTES = 50;

/** The matches that wait for the person. */
export const invitations: ReadonlySignal<readonly Invitation[]> = computed(() => lastAnswer.value.invitations);
export const awaitedMatches: ReadonlySignal<readonly AwaitedMatch[]> = awaitedSignal;
/** The matches that the person lost by not coming, and has not acknowledged. */
export const missedMatches: ReadonlySignal<readonly MissedMatch[]> = computed(() =>
  lastAnswer.value.missed.filter((each) => !acknowledgedMatches.value.includes(nameOf(each))),
);

/** Whether there is any notice about matches. */
export const isInvited: ReadonlySignal<boolean> = computed(
  () => invitations.value.length + awaitedMatches.value.length + missedMatches.value.length > 0,
);

export function dismissMissed(of: MissedMatch): void {
  acknowledgedMatches.value = [...acknowledgedMatches.value.slice(-MOST_NOTES), nameOf(of)];
  remember(STORAGE_KEY, acknowledgedMatches.value.join(" "));
}

/** Accepts an invitation: goes to the board, or waits for the opponent. Returns the problem, or null. */
export async function acceptInvitation(invitation: Invitation): Promise<string | null> {
  const { league_id, entrant } = invitation;
  const answer = await comeToMatch(league_id, entrant);
  if (!answer.ok) return answer.message;
  batch(() => {
    const others = lastAnswer.value.invitations.filter((each) => nameOf(each) !== nameOf(invitation));
    lastAnswer.value = { ...lastAnswer.value, invitations: others };
    const { game_id } = answer.value;
    if (game_id !== null) navigate(gameAddress.path({ id: game_id }));
    else awaitedSignal.value = [...awaitedSignal.value, invitation];
  });
  // The match may have begun before its answer came; then its event has passed.
  if (answer.value.game_id === null) await askForAwaited();
  return null;
}

/** Stops waiting for the opponent; the match can still begin. */
export function stopWaiting(one: AwaitedMatch): void {
  awaitedSignal.value = awaitedSignal.value.filter((each) => each !== one);
}

/** Keeps the person's invitations up to date from now on. Returns a function that stops it. */
export function followInvitations(): () => void {
  let asking = false;
  const ask = coalesce(async () => {
    asking = true;
    const answer = await getInvitations();
    asking = false;
    if (answer.ok) lastAnswer.value = answer.value;
    await askForAwaited();
  });
  const endConnected = onConnected(ask);
  const endNews = onLeagueNews((news) => {
    onNews(news);
    // The answer under way may be older than this.
    if (asking) ask();
  });
  return endAll(endConnected, endNews);
}

/** Asks the leagues for the state of the matches that the person has accepted. */
async function askForAwaited(): Promise<void> {
  for (const id of new Set(awaitedSignal.peek().map(({ league_id }) => league_id))) {
    const answer = await getLeague(id);
    if (answer.ok) endWaiting(answer.value, answer.value.rounds.flatMap(matchesOf));
  }
}

const matchesOf = ({ round, matches }: LeagueDetail["rounds"][number]): LeagueChange["matches"] =>
  matches.map((match) => ({ ...match, round }));

function onNews(news: LeagueChange): void {
  const { league_id, calls, matches } = news;
  const elsewhere = <T extends AwaitedMatch>(all: readonly T[]) => all.filter((each) => each.league_id !== league_id);
  batch(() => {
    lastAnswer.value = {
      invitations: [...elsewhere(lastAnswer.value.invitations), ...calls.invitations],
      missed: [...elsewhere(lastAnswer.value.missed), ...calls.missed],
    };
    endWaiting(news, matches);
  });
}

/** Removes matches of a league that have begun or ended, and goes to the board of one that has begun. */
function endWaiting(league: Pick<LeagueChange, "league_id" | "status">, matches: LeagueChange["matches"]): void {
  for (const one of awaitedSignal.peek()) {
    if (one.league_id !== league.league_id) continue;
    const match = matches.find(({ a, b, round }) => round === one.round && (a === one.name || b === one.name));
    const board = match?.status === "playing" ? match?.games.at(-1) : undefined;
    if (isOver(league) || match?.status === "reported" || board !== undefined) stopWaiting(one);
    if (board !== undefined) navigate(gameAddress.path({ id: board }));
  }
}
