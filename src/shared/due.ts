import { durationText } from "./duration.ts";
import type { SeatPlayer } from "./events.ts";
import type { Invitation } from "./leagues.ts";
import { type Seat, seatTitle } from "./terms.ts";
import { clip } from "./text.ts";

export type SeatedName = Omit<SeatPlayer, "level">;

/** An unfinished game, as far as it may wait for the person. */
export interface DueGame {
  readonly id: string;
  readonly players: readonly [SeatedName, SeatedName];
  /** Whether the person can move now. */
  readonly isPersonsTurn: boolean;
  /** The opponent's current offer or request to the person. */
  readonly offer: { readonly kind: "draw" | "takeback"; readonly from: Seat } | null;
  /** Whether an assistant began it with the person, who has not seen it yet. */
  readonly isNew: boolean;
  /** Whether its assistant is to act, and does nothing before it gets a prompt. */
  readonly isAsleep: boolean;
  /** Since when those to move have been thinking, in milliseconds since 1970. */
  readonly turnSince: number;
}

const dueKinds = ["match", "offer", "turn", "new", "asleep"] as const;

/** A match to come to; or a game with an offer to answer, a move to make, a game to open, an assistant to wake. */
export type Due<Game = DueGame> = { readonly kind: "match"; readonly match: Invitation } | DueInGame<Game>;
export interface DueInGame<Game = DueGame> {
  readonly kind: Exclude<(typeof dueKinds)[number], "match">;
  readonly game: Game;
}

/** Everything that waits for the person, each game and each match once; by kind, and as given within a kind. */
export function dueFrom<Game extends DueGame>(
  games: readonly Game[],
  matches: readonly Invitation[],
): readonly Due<Game>[] {
  const inGames = games.flatMap((game): readonly DueInGame<Game>[] => {
    const { offer, isPersonsTurn, isNew, isAsleep } = game;
    const kind = offer ? "offer" : isPersonsTurn ? "turn" : isNew ? "new" : isAsleep ? "asleep" : null;
    return kind === null ? [] : [{ kind, game }];
  });
  const all: readonly Due<Game>[] = [...matches.map((match) => ({ kind: "match", match }) as const), ...inGames];
  return all.toSorted((one, other) => dueKinds.indexOf(one.kind) - dueKinds.indexOf(other.kind));
}

const kindWords: Readonly<Record<Due["kind"], string>> = {
  match: "your match",
  offer: "an offer",
  turn: "your turn",
  new: "a new game",
  asleep: "an assistant to wake",
};

/** Says what waits in a few words, each kind once: `your match, your turn`. */
export const dueText = (due: readonly Due<unknown>[]): string =>
  [...new Set(due.map(({ kind }) => kindWords[kind]))].join(", ");

/** Names the game or the match of something due. */
const keyOf = (each: Due): string =>
  each.kind === "match" ? `${each.match.league_id}.${each.match.entrant}.${each.match.round}` : each.game.id;

/** Longest name in a menu or a notification, in characters. */
export const NAME_IN_MENU = 24;

/** The players from the person's side: `You – Claude`. */
export function playersText({ players }: Pick<DueGame, "players">): string {
  const persons = players.filter(({ kind }) => kind === "human").length;
  const nameOf = ({ kind, name }: SeatedName) => {
    if (kind === "human" && persons === 1) return "You";
    return name === null ? "open seat" : clip(name, NAME_IN_MENU);
  };
  return `${nameOf(players[0])} – ${nameOf(players[1])}`;
}

/** The terms of a match, and which of its games comes first: `12 s a move, game 1 of 2`. */
export function termsText({ move_seconds, clock, games_per_match: games }: Invitation["terms"]): string {
  const time = clock
    ? `${Number((clock.initial_seconds / 60).toFixed(2))} + ${clock.increment_seconds}`
    : move_seconds === null
      ? "no time limit"
      : `${durationText(1_000 * move_seconds)} a move`;
  return `${time}, game 1 of ${games}`;
}

/** The text of a notification. */
export interface Notice {
  readonly title: string;
  readonly body: string;
}

function noticeOf(each: Due): Notice {
  if (each.kind === "match") {
    const { opponent, round, league, terms } = each.match;
    const body = `${league}, round ${round}: ${termsText(terms)}`;
    return { title: `Your match against ${clip(opponent, NAME_IN_MENU)}`, body };
  }
  const { game, kind } = each;
  const { id, players, offer } = game;
  const other = players.find((player) => player.kind !== "human") ?? players[0];
  const opponent = other.name === null ? seatTitle(other.seat) : clip(other.name, NAME_IN_MENU);
  const titles = {
    offer: `${opponent} ${offer?.kind === "draw" ? "offers a draw" : "asks to take a move back"}`,
    turn: game.isNew ? `${opponent} has begun a game with you` : `Your turn against ${opponent}`,
    new: `${opponent} has begun a game with you`,
    asleep: `${opponent} waits for a prompt`,
  };
  return { title: titles[kind], body: `Game ${id}` };
}

/** Shows and takes back notifications about what is due, by its key. */
export interface Notifier {
  readonly tell: (key: string, notice: Notice, about: Due) => void;
  readonly forget: (key: string) => void;
}

/**
 * Notifies of each thing when it begins to wait, and takes that back when it no longer does. Of what waits at first
 * nobody is told, nor of games of two people at one board, who see it.
 */
export function createAnnouncer(first: readonly Due[], { tell, forget }: Notifier) {
  const stateOf = (each: Due) => (each.kind === "match" ? each.kind : `${each.kind} ${each.game.turnSince}`);
  const stateByKey = (due: readonly Due[]) => new Map(due.map((each) => [keyOf(each), stateOf(each)]));
  let states = stateByKey(first);
  return (due: readonly Due[]): void => {
    const before = states;
    states = stateByKey(due);
    for (const key of before.keys()) if (!states.has(key)) forget(key);
    for (const each of due) {
      const isShared = each.kind !== "match" && each.game.players.every(({ kind }) => kind === "human");
      if (!isShared && before.get(keyOf(each)) !== stateOf(each)) tell(keyOf(each), noticeOf(each), each);
    }
  };
}
