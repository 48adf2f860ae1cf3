import type { LoggedEvent } from "../../shared/events.ts";
import type { Lines } from "../../shared/lines.ts";
import { accept, invalid, mapResult, messageOf, type Result, refuse } from "../../shared/result.ts";
import type { Steps } from "../../shared/steps.ts";
import type { GameKind, Options, Seat } from "../../shared/terms.ts";
import { cleanLine, clip, isVisible, NAME_LENGTH, reservedName, reservedText } from "../../shared/text.ts";
import { newSecret } from "../base/keyed-random.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import { type Creator, candidateIds, createQuotas } from "../live/quotas.ts";
import type { ChangeFeed, Decision } from "../live/transactions.ts";
import { readData, readEvent, storageFailed } from "../store/commit.ts";
import type { Change, Duty } from "../store/store.ts";
import { columnsOf, openWith, snapshotOf } from "./game-aggregate.ts";
import { afterStep, type LiveGame, unstoredGame } from "./live-game.ts";
import { type GameState, opponentOf, type SeatState, type Step, seatedAt } from "./machine/game-state.ts";
import * as records from "./machine/records.ts";
import { createGame, type GameRequest, type NewPlayer, type Successor } from "./machine/seats.ts";
import { type MoveSource, playAhead } from "./play-ahead.ts";

/** A name for display: one clean line of at most {@link NAME_LENGTH} characters. */
export function playerName(name: string | null | undefined, otherwise: string): string {
  return isVisible(name ?? "") ? clip(cleanLine(name ?? ""), NAME_LENGTH) : otherwise;
}

/** The name that an agent asks for, or its default. Refuses a name with nothing visible, and one of Kibitz's own. */
export function givenName(name: string | undefined, otherwise: string): Result<string> {
  if (name !== undefined && !isVisible(name)) return invalid("That name has no visible characters. Choose another one");
  const own = name === undefined ? null : reservedName(name, "agent");
  if (name !== undefined && own !== null) return invalid(reservedText(name, own));
  return accept(playerName(name ?? otherwise, "Agent"));
}

/** The person, by default under the name that it has at the window, or the built-in computer. */
type WantedSuccessor =
  | { readonly kind: "human"; readonly name?: string | undefined }
  | { readonly kind: "computer"; readonly level: number };

/** The player who is to take over an agent's seat, as a request describes it. */
export const successorOf = (player: WantedSuccessor, personName: string): Successor =>
  player.kind === "human"
    ? { kind: "human", name: playerName(player.name ?? personName, "Human"), settings: {} }
    : { kind: "computer", name: "Computer", settings: { level: player.level } };

/** A player of a new game, as a request describes it; an agent is still to come. */
export const newPlayerOf = (player: WantedSuccessor | { readonly kind: "agent" }, personName: string): NewPlayer =>
  player.kind === "agent"
    ? { kind: "agent", name: null, settings: {}, connection: null }
    : { ...successorOf(player, personName), connection: null };

/**
 * Reads a step back from the text that would be stored of it, as the next start would. Used for imports: none is
 * acknowledged before it is known to be readable. Returns the step, or refuses with `STORAGE_FAILED`. Yields between
 * events.
 */
export function* checkReadable(before: LiveGame, step: Step): Steps<Result<Step>> {
  const { state, events } = step;
  const entries: LoggedEvent[] = [];
  try {
    for (const event of events) {
      const seq = before.version + entries.length + 1;
      entries.push({ id: 0, gameId: state.id, seq, at: 0, event: readEvent(JSON.stringify(event)) });
      yield;
    }
    const { form, data } = snapshotOf(state);
    const snapshot = { form, data: readData(JSON.stringify(data)) };
    const version = before.version + entries.length;
    const reading = openWith({ id: state.id, version, columns: columnsOf(state, () => []), snapshot }, entries, before);
    return reading.ok ? accept(step) : unreadableGame(reading.message);
  } catch (error) {
    return unreadableGame(error);
  }
}

const unreadableGame = (reason: unknown) =>
  storageFailed(
    new Error(`it could not be read again: ${messageOf(reason)}`),
    "Nothing of yours is changed; this is a fault of Kibitz: please report it with what you sent",
  );

/** The id of a game that is being decided on and has none yet. */
const NO_ID = "";

export interface ImportRequest extends records.ReadRecord {
  readonly kind: GameKind;
  /** First and second seat. */
  readonly names: readonly [string, string];
  /** The other tags of its PGN, by name. */
  readonly tags: Readonly<Record<string, string>>;
  readonly options: Options;
}

/** A request to save a tree of lines. */
export interface StudyRequest extends Pick<ImportRequest, "kind" | "names" | "options"> {
  readonly title: string;
  readonly lines: Lines;
  /** The game that it is a study of, and the tags of its event; null where there is none. */
  readonly of: { readonly state: GameState; readonly tags: Readonly<Record<string, string>> } | null;
}

/** The creator of a game, its id, and the duty of which it is where nobody asked for it. */
interface CreateOptions {
  readonly creator?: Creator;
  readonly id?: string | undefined;
  readonly next?: MoveSource;
  readonly duty?: Duty | undefined;
}

/** A new game with the first moves that it begins with. */
export interface StartedGame {
  readonly id: string;
  readonly request: Omit<GameRequest, "id">;
  readonly next: MoveSource;
}

/** Creates games: new ones, imports and studies. An id belongs to the game that is stored under it first. */
export type GameFactory = ReturnType<typeof createGameFactory>;

export function createGameFactory(options: {
  readonly feed: Pick<ChangeFeed<LiveGame, Step>, "commit">;
  readonly mostGames: number;
  readonly unfinished: () => number;
  readonly isUnfinished: (id: string) => boolean;
  readonly isClosing: () => boolean;
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
}) {
  const { feed, mostGames, isUnfinished, isClosing, now, random } = options;
  const remedy = "Finish or resign some first";
  const quotas = createQuotas({ noun: "games", remedy, most: mostGames, unfinished: options.unfinished, isUnfinished });

  /**
   * Stores a new game under the first free id.
   * @param along the changes that go along with it
   */
  const make = async (
    creator: Creator,
    decide: (at: number) => Result<Step> | Promise<Result<Step>>,
    { id: requestId, duty }: Pick<CreateOptions, "id" | "duty"> = {},
    along: (id: string) => readonly Decision<LiveGame, Step>[] = () => [],
  ): Promise<Result<LiveGame>> => {
    if (isClosing()) return hostClosing;
    const place = quotas.admit(creator);
    if (!place.ok) return place;
    let finalId: string | null = null;
    try {
      const at = now();
      // Once, and not for each id: importing a long game takes a while.
      const step = await decide(at);
      if (!step.ok) return step;
      let refusal: Result<never> = refuse("CONFLICT", "No number is free for a new game");
      for (const id of requestId === undefined ? candidateIds(random) : [requestId]) {
        const state = { ...step.value.state, id };
        const decisions = [{ before: null, step: { ...step.value, state } }, ...along(id)];
        const games = await feed.commit(decisions, now(), { duty });
        if (games.ok) {
          finalId = id;
          return firstGame(games.value);
        }
        if (games.code !== "CONFLICT") return games;
        refusal = games;
      }
      return refusal;
    } finally {
      place.value(finalId);
    }
  };

  /** Plays the first moves of a new game. */
  const playFirstMoves = async (creation: Step, at: number, next: MoveSource): Promise<Step> => {
    const more = await playAhead(afterStep(unstoredGame(creation.state), creation, at), next, now);
    return more ? { state: more.state, events: [...creation.events, ...more.events] } : creation;
  };

  /** Creates a game that is finished already. */
  const createFinished = async (
    { kind, names, tags, options, study = null, ...record }: ImportRequest & Pick<GameRequest, "study">,
    at: number,
  ): Promise<Result<Step>> => {
    const player = (name: string): NewPlayer => ({ kind: "human", name, settings: {}, connection: null });
    const request: Omit<GameRequest, "id"> = {
      kind,
      players: [player(names[0]), player(names[1])],
      options,
      clock: null,
      legalMoves: "shown",
      rematchOf: null,
      imported: tags,
      study,
    };
    const step = await runInSlices(records.importedStep({ ...request, id: NO_ID }, record, at));
    return step.ok ? runInSlices(checkReadable(unstoredGame(step.value.state), step.value)) : step;
  };

  const buildStudy = async ({ title, lines: raw, of, ...about }: StudyRequest, at: number): Promise<Result<Step>> => {
    const lines = await runInSlices(records.playedLines(about.kind, about.options, raw));
    if (!lines.ok) return lines;
    const tags = records.studyTags(of?.tags ?? {}, of?.state.study ?? null, title);
    const outcome = records.recordedOutcome(of?.state.outcome ?? null);
    const moves = records.mainMoves(lines.value);
    return createFinished({ ...about, tags, study: title, moves, lines: lines.value, outcome }, at);
  };

  return {
    /**
     * Refuses with `LIMIT_REACHED` when too many games are unfinished, or too many of this creator's (by default a
     * person's), and with `CONFLICT` where a requested id is taken. The moves of `next` are played at once, and stored
     * in the same commit.
     */
    create: (request: Omit<GameRequest, "id">, { creator = "person", id, next, duty }: CreateOptions = {}) =>
      make(
        creator,
        async (at) => {
          const creation = createGame({ secret: newSecret(), ...request, id: id ?? NO_ID }, at);
          return creation.ok && next ? accept(await playFirstMoves(creation.value, at, next)) : creation;
        },
        { id, duty },
      ),

    /**
     * Creates games in one commit with the change of a league, all of it or nothing, for the host that directs the
     * leagues. Leaves out games without a single move, and those beyond the limit.
     * @param changeWith returns the change, from the ids of the games that are created with it
     */
    createAlong: async (
      changeWith: (ids: ReadonlySet<string>) => Change,
      creator: Creator,
      requests: Iterable<StartedGame>,
    ): Promise<Result<unknown>> => {
      if (isClosing()) return hostClosing;
      const places: ((id: string | null) => void)[] = [];
      const steps: Step[] = [];
      let games: Result<readonly LiveGame[]> | null = null;
      try {
        for (const { id, request, next } of requests) {
          const place = quotas.admit(creator);
          if (!place.ok) break;
          places.push(place.value);
          const at = now();
          const set = createGame({ ...request, id }, at);
          const step = set.ok ? await playFirstMoves(set.value, at, next) : null;
          if (step && step.state.lastMove !== null) steps.push(step);
          else places.pop()?.(null);
        }
        const decisions = steps.map((step) => ({ before: null, step }));
        const along = [changeWith(new Set(steps.map(({ state }) => state.id)))];
        games = await feed.commit(decisions, now(), { duty: "leagues", along });
        return games;
      } finally {
        for (const [index, settle] of places.entries()) settle(games?.ok ? (steps[index]?.state.id ?? null) : null);
      }
    },

    importGame: (request: ImportRequest) => make("person", (at) => createFinished(request, at)),

    /** Saves a tree of lines that nobody played. Refuses a move that cannot be played. */
    createStudy: (request: StudyRequest) => make("person", (at) => buildStudy(request, at)),

    /** The same game without saving it: it has no id. */
    draftStudy: async (request: StudyRequest): Promise<Result<LiveGame>> => {
      const at = now();
      const step = await buildStudy(request, at);
      return mapResult(step, (creation) => afterStep(unstoredGame(creation.state), creation, at));
    },

    /**
     * Creates the game that follows a finished one, sides swapped; both change in one commit. To be called from within
     * a transaction of the old one.
     */
    followUp: (over: LiveGame, seat: Seat, connection: string | null) => {
      const { state } = over;
      const [one, other] = state.seats;
      // A seat has more: how it was held, and in a league whose it was, for whom the next game does not count.
      const player = ({ kind, view, name, settings: { entrant: _, ...settings }, ...held }: SeatState): NewPlayer => ({
        kind,
        view,
        name,
        settings,
        connection: (held.seat === seat ? connection : null) ?? held.connection,
      });
      const request: Omit<GameRequest, "id"> = {
        kind: state.kind,
        players: [player(other), player(one)],
        options: state.options,
        clock: state.clock && { initialMs: state.clock.initialMs, incrementMs: state.clock.incrementMs },
        legalMoves: state.legalMoves,
        rematchOf: state.id,
        pace: state.paceMs > 0 ? "watchable" : "none",
        showUi: state.showUi,
        playersMayAnalyse: state.playersMayAnalyse,
        openThoughts: state.openThoughts,
        // The opponent of the caller, if it is an agent, does not know yet; its time must not run.
        absent: opponentOf(state, seat).kind === "agent" ? seat : null,
      };
      const asker: Creator = seatedAt(state, seat).kind === "human" ? "person" : { agent: connection };
      return make(
        asker,
        (at) => createGame({ ...request, secret: newSecret(), id: NO_ID }, at),
        {},
        (id) => [
          { before: over, step: { state: { ...state, rematch: id }, events: [{ type: "rematchCreated", next: id }] } },
        ],
      );
    },
  };
}

const hostClosing = refuse("HOST_CLOSING", "Kibitz is closing. Try again when it is back");

function firstGame(games: readonly LiveGame[]): Result<LiveGame> {
  const [game] = games;
  if (!game) throw new Error("a commit gave no game");
  return accept(game);
}
