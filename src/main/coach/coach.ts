import { randomUUID } from "node:crypto";
import { definitionOf } from "../../games/register.ts";
import type {
  BoardAnswer,
  BoardEvent,
  ChangesAnswer,
  PageLine,
  Question,
  SharedBoard,
  WalkAnswer,
} from "../../shared/coach/board.ts";
import { type Change, keyOf, nearestPlace, type Path, pathOf, placeAt } from "../../shared/coach/changes.ts";
import type { Lines } from "../../shared/lines.ts";
import { createListeners } from "../../shared/listeners.ts";
import { accept, invalid, type Result, refuse } from "../../shared/result.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import type { Games } from "../games/games.ts";
import type { GameState } from "../games/machine/game-state.ts";
import { playedLines } from "../games/machine/records.ts";
import { mayExplore } from "../views/game/review.ts";
import { createPositions, type Positions } from "./positions.ts";
import { ASSISTANT, createSharedTree, type Merge, type SharedTree } from "./shared-tree.ts";
import { copiedWalkPrompt } from "./walk-prompt.ts";

export interface CoachParts {
  readonly games: Pick<Games, "get" | "unfinishedNow">;
  /** Tells the person's pages of a board's change. */
  readonly tell: (event: BoardEvent) => void;
  /** The URL of a game's analysis board at which the person is asked to share it. */
  readonly pageUrl: (id: string) => string;
}

/** Most boards that are shared at once; the one that was shared first makes room. */
const MOST_BOARDS = 20;
/** Most calls that wait for the person. */
const MOST_WAITS = 50;
/** Milliseconds in which an assistant is to fetch that its person asks for a walk: longer than any that waits takes. */
const FETCH_MS = 3_000;

/** The person's answer to a question; without a move, they would not say one. */
export interface PersonAnswer {
  readonly number: number;
  readonly move: { readonly path: Path; readonly text: string } | null;
}

/** The person's wish to be walked through a game. */
export interface Walk {
  readonly game: string;
  /** Is told whether the assistant has fetched it. */
  readonly noteFetched: (isFetched: boolean) => void;
}

/** How a wait for the person ended: with their answer, with a walk that they ask for, or without either. */
export type WaitEnd = PersonAnswer | Walk | "timeout" | "closing" | "over";

/** The assistant whose call waits. */
export interface WaitingAssistant {
  readonly ms: number;
  readonly signal: AbortSignal;
  /** Whether its program is still connected. */
  readonly isThere: () => boolean;
}

interface Wait extends Pick<WaitingAssistant, "isThere"> {
  readonly isForAnswer: boolean;
  readonly end: (how: WaitEnd) => void;
}

/** A board that is shared, as the assistant's tools use it. */
export interface OpenBoard {
  readonly id: string;
  readonly sharing: string;
  readonly game: GameState;
  readonly tree: SharedTree;
  readonly positions: Positions;
  /** The place that the person looks at. */
  person: Path;
  /** The engine's lines that their page shows there; none while its engine is off. */
  pageLines: readonly PageLine[];
  pointer: Path | null;
  /** The newest question, also after its answer. */
  question: Question | null;
  answer: PersonAnswer | null;
  readonly answers: ReturnType<typeof createListeners<[PersonAnswer | "over"]>>;
}

export type Coach = ReturnType<typeof createCoach>;

/**
 * The boards that the person shares with their assistants, kept in memory alone: a study stays as it was saved until the
 * person saves it. Whoever calls the functions for pages is the person; for assistants, a program on their own machine.
 */
export function createCoach({ games, tell, pageUrl }: CoachParts) {
  const run = randomUUID();
  const boards = new Map<string, OpenBoard>();
  /** The boards of games that were saved as studies since, by the study's id. */
  const byStudy = new Map<string, string>();
  /** The calls that wait for the person, oldest first. */
  const waits = new Set<Wait>();

  const find = (id: string): OpenBoard | null => boards.get(byStudy.get(id) ?? id) ?? null;
  const openQuestion = ({ question, answer }: OpenBoard): Question | null =>
    question && answer?.number !== question.number ? question : null;

  const report = (
    board: OpenBoard,
    by: BoardEvent["by"],
    changes: readonly Change[],
    { shows = false, isOver = false }: Partial<Pick<BoardEvent, "shows" | "isOver">> = {},
  ): void =>
    tell({
      id: board.id,
      version: board.tree.version(),
      by,
      changes,
      pointer: board.pointer,
      question: openQuestion(board),
      shows,
      isOver,
    });
  const end = (id: string): Result<null> => {
    const board = find(id);
    if (!board) return accept(null);
    boards.delete(board.id);
    for (const [study, game] of byStudy) if (game === board.id) byStudy.delete(study);
    board.tree.count();
    report(board, null, [], { isOver: true });
    board.answers.tell("over");
    return accept(null);
  };

  const seenBy = (board: OpenBoard): SharedBoard => ({
    id: board.id,
    run,
    sharing: board.sharing,
    version: board.tree.version(),
    lines: board.tree.lines(),
    pointer: board.pointer,
    question: openQuestion(board),
    prompt: copiedWalkPrompt(board.id),
  });

  /** Notes where the person is, or the last place before it that is still there, and the engine's lines at that place. */
  const stand = (board: OpenBoard, path = board.person, engine = board.pageLines): void => {
    const lines = board.tree.lines();
    board.person = pathOf(lines, nearestPlace(lines, path));
    board.pageLines = board.person.length === path.length ? engine : [];
  };
  /** Makes changes of the assistant's, which has seen everything, and shows the person a place. */
  const write = (board: OpenBoard, changes: readonly Change[], pointer: Path | null): Merge => {
    const merge = board.tree.merge(changes, ASSISTANT, Number.POSITIVE_INFINITY);
    stand(board);
    board.pointer = pointer ?? board.pointer;
    report(board, null, merge.changes, { shows: pointer !== null });
    return merge;
  };

  const wait = async (
    { ms, signal, isThere }: WaitingAssistant,
    isForAnswer: boolean,
    listen: (end: (how: WaitEnd) => void) => () => void,
  ): Promise<Result<WaitEnd>> => {
    if (waits.size >= MOST_WAITS) return refuse("LIMIT_REACHED", "Too many calls wait for this person already");
    const { promise, resolve } = Promise.withResolvers<WaitEnd>();
    const own: Wait = {
      isThere,
      isForAnswer,
      end: (how) => {
        waits.delete(own);
        resolve(how);
      },
    };
    waits.add(own);
    const stop = listen(own.end);
    const leave = () => own.end("timeout");
    const timer = setTimeout(leave, ms);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    const end = await promise;
    stop();
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
    return accept(end);
  };

  return {
    forPages: {
      find: (id: string): Result<BoardAnswer> => {
        const board = find(id);
        return accept({ board: board && seenBy(board), run });
      },

      /** Shares a finished game or a study with this tree; one that is shared already goes on as it is. */
      share: async (id: string, source: Lines): Promise<Result<SharedBoard>> => {
        const game = await games.get(id);
        if (!game.ok) return game;
        const { state } = game.value;
        const { rules } = definitionOf(state.kind);
        if (!state.outcome) return refuse("INVALID_ARGUMENT", "This game is still in progress");
        if (rules.chance || rules.conceals) return invalid("Games of this kind have no analysis board to share");
        const lines = await runInSlices(playedLines(state.kind, state.options, source));
        if (!lines.ok) return lines;
        const current = find(id);
        if (current) return accept(seenBy(current));
        const positions = createPositions(state.kind, state.options);
        const legal = (path: Path) => {
          const move = positions.at(path);
          return move.ok && move.value.code !== path.at(-1) ? invalid("A move is named by its coordinates") : move;
        };
        const board: OpenBoard = {
          id,
          sharing: randomUUID(),
          game: state,
          tree: createSharedTree(lines.value, legal),
          positions,
          person: [],
          pageLines: [],
          pointer: null,
          question: null,
          answer: null,
          answers: createListeners(),
        };
        const [oldest] = boards.keys();
        if (boards.size >= MOST_BOARDS && oldest !== undefined) end(oldest);
        boards.set(id, board);
        return accept(seenBy(board));
      },

      end,

      /** Makes a page's changes, as far as nobody else has written there since the version that it had seen. */
      change: (
        id: string,
        request: {
          readonly writer: string;
          readonly batch: number;
          readonly after: number;
          readonly changes: readonly Change[];
        },
      ): Result<ChangesAnswer> => {
        const board = find(id);
        if (!board) return notShared;
        const { writer, batch, after, changes } = request;
        const merge = board.tree.merge(changes, writer, after);
        stand(board);
        report(board, { writer, batch }, merge.changes);
        return accept({ refusals: merge.refusals.length });
      },

      /** Notes where the person is, for the assistant, and what an engine shows them there. */
      show: (
        id: string,
        { path, engine = [] }: { readonly path: Path; readonly engine?: readonly PageLine[] | undefined },
      ): Result<null> => {
        const board = find(id);
        if (!board) return notShared;
        const isThere = placeAt(board.tree.lines(), path) !== null;
        const plays = isThere ? engine.map(({ moves }) => board.positions.at([...path, ...moves])) : [];
        const refusal = plays.find((play) => !play.ok);
        if (refusal) return refusal;
        stand(board, path, engine);
        return accept(null);
      },

      /** Answers the question with that number; a move is one by its code, and null refuses to say one. */
      answer: (id: string, number: number, code: string | null): Result<null> => {
        const board = find(id);
        if (!board) return notShared;
        const question = openQuestion(board);
        if (question?.number !== number)
          return refuse("CONFLICT", "Your assistant does not wait for this answer any more");
        const move = code === null ? null : board.positions.at([...question.at, code]);
        if (move && !move.ok) return move;
        board.answer = { number, move: move && { path: [...question.at, move.value.code], text: move.value.text } };
        board.tree.count();
        report(board, null, []);
        board.answers.tell(board.answer);
        return accept(null);
      },

      /**
       * Has an assistant that waits walk through the game of a board: the one that waited last for a walk, else for an
       * answer. Tells whether it has fetched that; where none has, the person gives the prompt to theirs.
       */
      walk: async (id: string): Promise<Result<WalkAnswer>> => {
        const board = find(id);
        if (!board) return notShared;
        const open = [...waits].filter(({ isThere }) => isThere());
        const waiting = open.findLast(({ isForAnswer }) => !isForAnswer) ?? open.at(-1);
        if (!waiting) return accept({ begins: false });
        const { promise, resolve } = Promise.withResolvers<boolean>();
        waiting.end({ game: board.id, noteFetched: resolve });
        const timer = setTimeout(() => resolve(false), FETCH_MS);
        const begins = await promise;
        clearTimeout(timer);
        return accept({ begins });
      },

      /** The game of a board was saved as a study: both ids lead to the board. */
      saveAs: (id: string, study: string): Result<null> => {
        if (!find(id)) return notShared;
        byStudy.set(study, byStudy.get(id) ?? id);
        return accept(null);
      },
    },

    forAssistants: {
      /** The board of a game or study, or without an id the one that was shared last. Refuses what is not shared. */
      open: (id: string | undefined): Result<OpenBoard> => {
        const board = id === undefined ? [...boards.values()].at(-1) : find(id);
        if (board) return accept(board);
        const how = `Ask your person to open ${id === undefined ? "the analysis board of a finished game or a study" : pageUrl(id)} and to switch on “Share with my assistant”`;
        const message = id === undefined ? `No board is shared. ${how}` : `Game ${id} is not shared with you. ${how}`;
        return refuse("SEAT_REQUIRED", message);
      },

      /** Whether all of these positions may be looked at: as the analysis board may show an engine's view of them. */
      mayUse: async (
        { game: { kind, options }, positions }: OpenBoard,
        paths: readonly Path[],
      ): Promise<Result<null>> => {
        const unfinished = await games.unfinishedNow();
        for (const moves of paths) {
          const position = positions.at(moves);
          if (!position.ok) return position;
          const may = mayExplore(unfinished, { kind, options, moves, state: position.value.state }, "engine");
          if (!may.ok) return may;
        }
        return accept(null);
      },

      write,

      /** Asks the person to find a move at a place, in place of the open question; one that is open already stays. */
      ask: (board: OpenBoard, at: Path, text: string): Question => {
        const open = openQuestion(board);
        if (open && open.text === text && keyOf(open.at) === keyOf(at)) return open;
        board.question = { number: (board.question?.number ?? 0) + 1, at, text };
        write(board, [], at);
        if (open) board.answers.tell({ number: open.number, move: null });
        return board.question;
      },

      /** Waits for the answer to a question, or a walk that the person asks for. Refuses where too many wait already. */
      waitForAnswer: async (board: OpenBoard, number: number, caller: WaitingAssistant): Promise<Result<WaitEnd>> =>
        board.answer?.number === number
          ? accept(board.answer)
          : wait(caller, true, (resolve) =>
              board.answers.listen((end) => {
                if (end === "over" || end.number === number) resolve(end);
              }),
            ),

      /** Waits for a walk that the person asks for. Refuses where too many wait already. */
      waitForWalk: (caller: WaitingAssistant): Promise<Result<WaitEnd>> => wait(caller, false, () => () => {}),
    },

    /** Ends all waits: the host closes. */
    close: (): void => {
      for (const { end } of waits) end("closing");
    },
  };
}

const notShared = refuse("GAME_NOT_FOUND", "This board is not shared with assistants any more. Share it again");
