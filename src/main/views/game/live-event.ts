import type { LiveEvent } from "../../../shared/api.ts";
import type { LoggedEvent } from "../../../shared/events.ts";
import type { JoinCodes } from "../../games/authority.ts";
import type { GameUpdate, LiveGame } from "../../games/live-game.ts";
import { type GameState, isHidden, rulesOf } from "../../games/machine/game-state.ts";
import { cardOf, openingOf, personsMoves, publicEvent } from "./game-view.ts";

/** The events of a commit to a game, with the card of the game after it; the card is made once. */
export function liveEvents(
  { before, game, entries }: GameUpdate,
  now: number,
  joinCodes: JoinCodes,
): readonly LiveEvent[] {
  const after = stateAfter(game.state, game, now, joinCodes);
  const revelations = [...revealedBy(before, game)];
  return entries.map((entry, index) => {
    // Each with the first event after which it is known to its reader.
    const { event } = entry;
    const isLast = index === entries.length - 1;
    const upTo = isLast ? Number.POSITIVE_INFINITY : event.type === "movePlayed" ? event.ply : 0;
    const later = revelations.findIndex(({ ply }) => ply > upTo);
    const news = revelations.splice(0, later === -1 ? revelations.length : later);
    return { ...entryOf(entry, game.state), ...after, revealed: news };
  });
}

/**
 * An event that was missed, as it is told later: with the game as it is now. What has come to light since then is told
 * with each, for the page that applies them one after the other.
 * @param game null for one that is not in memory, where nothing is concealed: its record is not read for it
 */
export const missedEvent = (
  entry: LoggedEvent,
  state: GameState,
  game: LiveGame | null,
  now: number,
  joinCodes: JoinCodes,
): LiveEvent => ({
  ...entryOf(entry, state),
  ...stateAfter(state, game, now, joinCodes),
  revealed: game ? revealedBy(null, game) : [],
});

const entryOf = ({ id, seq, at, event }: LoggedEvent, state: GameState) => ({
  id,
  game_id: state.id,
  seq,
  at,
  event: publicEvent(event, state),
});

const stateAfter = (state: GameState, game: LiveGame | null, now: number, joinCodes: JoinCodes) => ({
  card: cardOf(state, null, now, joinCodes),
  legal_moves: personsMoves(state),
  ...(game ? { opening: openingOf(game) } : {}),
});

/** The moves that everybody may see after a commit and could not see before it. */
function revealedBy(before: LiveGame | null, { state, moves }: LiveGame): LiveEvent["revealed"] {
  if (!rulesOf(state).conceals) return [];
  return moves.flatMap(({ ply, code, text }, index) => {
    const wasHidden = !before || index >= before.moves.length || isHidden(before.state, index, null);
    return wasHidden && !isHidden(state, index, null) ? [{ ply, code, text }] : [];
  });
}
