import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Invitation, LeagueNews, MissedMatch, PersonCalls } from "../../shared/leagues.ts";
import { onLeagueNews, onReset } from "../api/live.ts";
import { navigate, pathOf } from "../app/route.ts";
import { recall, remember } from "../ui/remember.ts";
import { come, getCalls } from "./client.ts";

const none: PersonCalls = { invitations: [], missed: [] };
const told = signal<PersonCalls>(none);

/** A match that the person has come to, and the opponent not yet. */
export type Awaited = Omit<Invitation, "until">;
const awaitedSignal = signal<readonly Awaited[]>([]);

const KEY = "kibitz-missed";
/** The missed matches of which the person has taken note. */
const noted = signal<readonly string[]>((recall(KEY) ?? "").split(" "));
const nameOf = ({ league_id, entrant, round }: Awaited): string => `${league_id}.${entrant}.${round}`;
/** Notes that are kept: of older leagues nobody is told any more. */
const MOST_NOTES = 50;

/** The matches that wait for the person. */
export const invitations: ReadonlySignal<readonly Invitation[]> = computed(() => told.value.invitations);
export const awaited: ReadonlySignal<readonly Awaited[]> = awaitedSignal;
/** The matches that the person has lost by not coming, and does not know of yet. */
export const missed: ReadonlySignal<readonly MissedMatch[]> = computed(() =>
  told.value.missed.filter((each) => !noted.value.includes(nameOf(each))),
);

export function takeNote(of: MissedMatch): void {
  noted.value = [...noted.value.slice(-MOST_NOTES), nameOf(of)];
  remember(KEY, noted.value.join(" "));
}

/** Comes to a match: to its board, or to waiting for the opponent. Answers what went wrong, or null. */
export async function comeTo(invitation: Invitation): Promise<string | null> {
  const { league_id, entrant } = invitation;
  const answer = await come(league_id, entrant);
  if (!answer.ok) return answer.message;
  batch(() => {
    told.value = { ...told.value, invitations: told.value.invitations.filter((each) => each !== invitation) };
    const { game_id } = answer.value;
    if (game_id !== null) navigate(pathOf({ page: "game", id: game_id }));
    else awaitedSignal.value = [...awaitedSignal.value, invitation];
  });
  return null;
}

/** Goes on without waiting for the opponent; the match can still begin. */
export function waitNoLonger(one: Awaited): void {
  awaitedSignal.value = awaitedSignal.value.filter((each) => each !== one);
}

/** Keeps what the person is called to true from now on. Returns what ends it. */
export function followCalls(): () => void {
  const ask = async () => {
    const answer = await getCalls();
    if (answer.ok) told.value = answer.value;
  };
  const endReset = onReset(() => void ask());
  const endNews = onLeagueNews(hear);
  return () => {
    endReset();
    endNews();
  };
}

function hear({ league_id, calls, matches }: LeagueNews): void {
  const elsewhere = <T extends Awaited>(all: readonly T[]) => all.filter((each) => each.league_id !== league_id);
  batch(() => {
    told.value = {
      invitations: [...elsewhere(told.value.invitations), ...calls.invitations],
      missed: [...elsewhere(told.value.missed), ...calls.missed],
    };
    for (const one of awaitedSignal.value) {
      if (one.league_id !== league_id) continue;
      const match = matches.find(({ a, b, round }) => round === one.round && (a === one.name || b === one.name));
      const game = match?.games.at(-1);
      if (!match || (match.status !== "playing" && match.status !== "reported")) continue;
      waitNoLonger(one);
      if (match.status === "playing" && game !== undefined) navigate(pathOf({ page: "game", id: game }));
    }
  });
}
