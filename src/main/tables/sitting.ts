import type { GameEvent, LoggedEvent } from "../../shared/events.ts";
import { missingCase } from "../../shared/result.ts";
import type { Table } from "../games/table.ts";

export type PlayedMove = Extract<GameEvent, { type: "movePlayed" }> & { readonly at: number };
export type Utterance = Extract<GameEvent, { type: "said" }> & { readonly id: number; readonly at: number };

/**
 * A game in memory: the table and the parts of its log that answers are made of. Grows with the game, and is
 * therefore kept beside the table rather than in it. Readers get it as it stands; only its owner changes it.
 */
export interface Sitting {
  readonly table: Table;
  readonly moves: readonly PlayedMove[];
  readonly talk: readonly Utterance[];
  /** The id of the last log entry. */
  readonly lastEventId: number;
  /** The id of each seat's last accepted move, 0 before it: what was said after it is news to that seat. */
  readonly lastActs: ReadonlyMap<string, number>;
}

export interface MutableSitting extends Sitting {
  table: Table;
  readonly moves: PlayedMove[];
  readonly talk: Utterance[];
  lastEventId: number;
  readonly lastActs: Map<string, number>;
  /** The offer of the opponent that each seat has been woken for; a wait is not woken twice for the same one. */
  readonly toldOffers: Map<string, string>;
}

export function newSitting(table: Table, log: readonly LoggedEvent[]): MutableSitting {
  const sitting: MutableSitting = {
    table,
    moves: [],
    talk: [],
    lastEventId: 0,
    lastActs: new Map(),
    toldOffers: new Map(),
  };
  for (const entry of log) record(sitting, entry);
  return sitting;
}

/** Takes a stored entry into the sitting. */
export function record(sitting: MutableSitting, { id, at, event }: LoggedEvent): void {
  sitting.lastEventId = id;
  switch (event.type) {
    case "movePlayed":
      sitting.moves.push({ ...event, at });
      sitting.lastActs.set(event.seat, id);
      return;
    case "said":
      sitting.talk.push({ ...event, id, at });
      return;
    case "movesTakenBack":
      sitting.moves.length = event.ply;
      return;
    case "gameCreated":
    case "seatTaken":
    case "seatFreed":
    case "moveRefused":
    case "drawOffered":
    case "drawDeclined":
    case "takebackOffered":
    case "takebackDeclined":
    case "analysisSwitched":
    case "hostResumed":
    case "gameOver":
    case "rematchCreated":
      return;
    default:
      missingCase(event);
  }
}
