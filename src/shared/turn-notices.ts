import type { SeatPlayer } from "./events.ts";
import type { Invitation } from "./leagues.ts";
import type { Seat } from "./terms.ts";
import { seatTitle } from "./terms.ts";
import { clip } from "./text.ts";

/** The parts of a game that a notification needs. */
export interface TurnGame {
  readonly id: string;
  readonly players: readonly [SeatedName, SeatedName];
  /** Whether the person can move now. */
  readonly isPersonsTurn: boolean;
  /** The opponent's current offer or request to the person. */
  readonly offer: { readonly kind: "draw" | "takeback"; readonly from: Seat } | null;
}

export type SeatedName = Omit<SeatPlayer, "level">;

/** Longest name in a menu or a notification, in characters. */
export const NAME_IN_MENU = 24;

/** The players from the person's side: `You – Claude`. */
export function playersText({ players }: Pick<TurnGame, "players">): string {
  const persons = players.filter(({ kind }) => kind === "human").length;
  const nameOf = ({ kind, name }: SeatedName) => {
    if (kind === "human" && persons === 1) return "You";
    return name === null ? "open seat" : clip(name, NAME_IN_MENU);
  };
  return `${nameOf(players[0])} – ${nameOf(players[1])}`;
}

/** The person's opponent; null where there is none or nobody yet. */
function opponentName({ players }: TurnGame): string | null {
  const name = players.find(({ kind }) => kind !== "human")?.name;
  return name === undefined || name === null ? null : clip(name, NAME_IN_MENU);
}

/** The text of a notification. */
export interface Notice {
  readonly title: string;
  readonly body: string;
}

/** The notification about a game since its earlier state; null where there is nothing new for the person. */
export function turnNotice(last: TurnGame | null, game: TurnGame): Notice | null {
  // A person who plays both sides has just moved.
  if (game.players.every(({ kind }) => kind === "human")) return null;
  const opponent = opponentName(game);
  const body = `Game ${game.id}`;
  if (game.offer && game.offer.kind !== last?.offer?.kind) {
    const from = opponent ?? seatTitle(game.offer.from);
    const deed = game.offer.kind === "draw" ? "offers a draw" : "asks to take a move back";
    return { title: `${from} ${deed}`, body };
  }
  if (game.isPersonsTurn && last?.isPersonsTurn !== true) {
    return { title: opponent === null ? `Your turn: ${playersText(game)}` : `Your turn against ${opponent}`, body };
  }
  return null;
}

/** The notification of a match to which a league invites the person. */
export const matchNotice = ({
  opponent,
  round,
  league,
}: Pick<Invitation, "opponent" | "round" | "league">): Notice => ({
  title: `Your match against ${clip(opponent, NAME_IN_MENU)}`,
  body: `Round ${round} of ${league}`,
});
