import { batch, computed, signal } from "@preact/signals";
import { applyChanges, changesBetween, nearestPlace, pathOf, type TreeSpot } from "../../shared/coach/changes.ts";
import { depthsIn, followersOf, type LineMove, type Lines, lineAfter, pathTo } from "../../shared/lines.ts";
import { createListeners } from "../../shared/listeners.ts";
import type { View } from "../../shared/terms.ts";
import { createStudy, type Lookup, type NewStudy, putStudy } from "../api/client.ts";
import type { Failure } from "../api/request.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { moveNumber } from "../game/game-words.ts";
import { assign } from "../ui/hooks.ts";
import { loadStudy, noMoves, type Subject } from "./load-study.ts";
import { annotateMove, playMove, promoteLine, removeFrom, variationOf } from "./tree.ts";

/** The model of a study and its subject, once that is loaded, as most parts of the page are given them. */
export interface StudyProps {
  readonly model: StudyModel;
  readonly subject: Subject;
}

export type StudyModel = ReturnType<typeof newStudy>;

/** The saved study of a subject that was not saved before, under a name. */
export const newStudyOf = ({ kind, options, names, from }: Subject, title: string, lines: Lines): NewStudy => ({
  ...options,
  game: kind,
  title,
  lines,
  names,
  ...(from && { of: from.game_id }),
});

const MOST_UNDONE = 100;
let models = 0;

/**
 * Opens the study that a query names, for editing. @param onMade called with its id when it is saved for the first time
 */
export function newStudy(query: URLSearchParams, onMade: (id: string) => void) {
  const subject = signal<Subject | null>(null);
  const failure = signal<Failure | null>(null);
  const spot = signal<TreeSpot>(noMoves);
  const savedLines = signal<Lines>(noMoves.lines);
  /** The version of the game when the stored study was read or written. */
  let version = 0;
  /** The changes of the person, each with the place before it and the tree after it. */
  const past = signal<readonly { readonly before: TreeSpot; readonly after: Lines }[]>([]);
  const edits = createListeners<[before: Lines, after: Lines]>();
  const lines = computed(() => spot.value.lines);
  const next = computed(() => followersOf(lines.value));

  const { ask: load, close } = untilAnswered(async () => {
    const content = await loadStudy(query);
    batch(() => {
      failure.value = content.ok ? content.value.problem : content;
      if (!content.ok) return;
      subject.value = content.value.subject;
      spot.value = content.value.spot;
      savedLines.value = content.value.spot.lines;
      ({ version } = content.value);
    });
    return content.ok;
  });
  load();

  const path = computed(() => {
    const { lines, node } = spot.value;
    return pathTo(lines, node).flatMap((place) => lines.moves[place] ?? []);
  });
  /** The positions by the moves that led there, cached; a changed tree has other objects. */
  const views = new WeakMap<LineMove, View>();
  const view = computed(() => {
    if (!subject.value) return null;
    const { study, options } = subject.value;
    const index = path.value.findLastIndex((move) => views.has(move));
    const last = path.value[index];
    let position = (last && views.get(last)) ?? study.start(options);
    for (const move of path.value.slice(index + 1)) {
      position = study.play(position, move.code)?.view ?? position;
      views.set(move, position);
    }
    return position;
  });
  const asText = computed(() => {
    const about = subject.value;
    return JSON.stringify(
      about &&
        ({ ...about.options, game: about.kind, moves: path.value.map(({ code }) => code) } satisfies Lookup | null),
    );
  });
  const plies = computed(() => depthsIn(lines.value));
  /**
   * Kept apart from the tree, so that typing neither redraws it nor is undone letter by letter. Null where nobody
   * is in its field; the text is null until something is typed.
   */
  const draft = signal<{ readonly text: string | null } | null>(null);
  const commentText = computed(() => (lines.value.moves[spot.value.node] ?? lines.value).comment ?? "");
  const draftText = computed(() => draft.value?.text ?? null);
  const isWriting = computed(() => draftText.value !== null && draftText.value.trim() !== commentText.value);
  const put = (next: TreeSpot) => {
    const before = spot.peek();
    if (next.lines !== before.lines) past.value = [...past.peek(), { before, after: next.lines }].slice(-MOST_UNDONE);
    spot.value = next;
    if (next.lines !== before.lines) edits.tell(before.lines, next.lines);
  };
  const settle = () =>
    batch(() => {
      if (isWriting.peek()) put(annotateMove(spot.peek(), { comment: draftText.peek()?.trim() ?? "" }));
      draft.value = null;
    });
  const change = (make: (before: TreeSpot) => TreeSpot) =>
    batch(() => {
      settle();
      put(make(spot.peek()));
    });
  const go = (place: number) => change((before) => ({ ...before, node: place }));

  const save = async (title: string): Promise<Failure | null> => {
    settle();
    const about = subject.peek();
    const { lines } = spot.peek();
    if (!about || (about.id !== null && about.title === title && lines === savedLines.peek())) return null;
    const { id } = about;
    const answer =
      id === null ? await createStudy(newStudyOf(about, title, lines)) : await putStudy(id, { version, title, lines });
    if (!answer.ok) {
      if (answer.code === "CONFLICT") subject.value = { ...about, id: null };
      return answer;
    }
    ({ version } = answer.value);
    const savedId = answer.value.game_id;
    batch(() => {
      subject.value = { ...about, id: savedId, title };
      savedLines.value = lines;
    });
    if (id === null) onMade(savedId);
    return null;
  };
  /** Saves run one after the other: a study that is being saved for the first time has no id yet. */
  let saving: Promise<Failure | null> = Promise.resolve(null);

  models += 1;
  return {
    /** Unique among all models. */
    key: models,
    /** Null until it is loaded. */
    subject,
    failure,
    spot,
    /** The tree as it was read or saved last. */
    savedLines,
    /** The position at the shown place. */
    view,
    /** The moves from the start to it. */
    path,
    /**
     * The shown position for the host; null until the study is loaded. The same object until another position is shown,
     * whatever is written about it.
     */
    position: computed((): Lookup | null => JSON.parse(asText.value)),
    /** Whether there are unsaved changes. */
    isChanged: computed(() => spot.value.lines !== savedLines.value || isWriting.value),
    canUndo: computed(() => past.value.length > 0 || isWriting.value),
    /** The comment at the shown place, also while it is being written. */
    comment: computed(() => draftText.value ?? commentText.value),
    goesOn: computed(() => next.value(spot.value.node).length > 0),
    /** Whether the shown position is in a variation. */
    inVariation: computed(() => variationOf(spot.value.lines, spot.value.node) !== null),
    go,
    /** Goes one move forward or back, to an end of the line, or to the next alternative of the shown move. */
    step: (where: "on" | "back" | "first" | "last" | "next" | "previous") => {
      const { lines, node } = spot.peek();
      const after = lines.moves[node]?.after ?? -1;
      const siblings = node < 0 ? [] : next.peek()(after);
      const beside = (by: number) => siblings[siblings.indexOf(node) + by] ?? node;
      const steps: Readonly<Record<typeof where, () => number>> = {
        on: () => next.peek()(node)[0] ?? node,
        back: () => after,
        first: () => -1,
        last: () => lineAfter(next.peek(), node).at(-1) ?? node,
        next: () => beside(1),
        previous: () => beside(-1),
      };
      go(steps[where]());
    },
    /** Plays moves from the shown place, up to the first that cannot be played. */
    play: (...moves: readonly string[]) =>
      change((before) => {
        let next = before;
        let position = view.peek();
        for (const code of moves) {
          const play = position && subject.peek()?.study.play(position, code);
          if (!play) break;
          next = playMove(next, code, play.text);
          position = play.view;
        }
        return next;
      }),
    /** Calls after each change of the tree by the person. Returns a function that ends it. */
    onEdit: edits.listen,
    /** Makes a change of the tree, which can be undone. */
    change,
    promote: () => change(promoteLine),
    remove: () => change(removeFrom),
    annotate: (notes: Pick<LineMove, "nags">) => change((before) => annotateMove(before, notes)),
    /** Writes the shown place's comment; null begins it. It enters the tree with the next action, or with `settle`. */
    write: (text: string | null) => assign(draft, { text }),
    /** Whether the person is in the field of the comment. */
    isCommenting: computed(() => draft.value !== null),
    settle,
    undo: () =>
      batch(() => {
        settle();
        const last = past.peek().at(-1);
        if (!last) return;
        past.value = past.peek().slice(0, -1);
        const { lines: current } = spot.peek();
        const { lines: earlier, node } = last.before;
        // Others may have written in the tree since: what they wrote stays.
        const lines = current === last.after ? earlier : applyChanges(current, changesBetween(last.after, earlier));
        spot.value = { lines, node: nearestPlace(lines, pathOf(earlier, node)) };
        edits.tell(current, lines);
      }),
    /** The number before a move, as on the scoresheet. */
    numberOf: (place: number) => {
      const about = subject.value;
      if (!about?.play.moveNumbers) return "";
      return moveNumber(plies.value[place] ?? 0, about.play.pliesBefore(about.options));
    },
    /**
     * Resolves to the problem, or to null where it is saved. After `CONFLICT` the stored study has changed: nothing is
     * saved then, and the next save makes a study of its own.
     */
    keep: (title: string) => {
      const isKept = subject.peek()?.id !== null;
      // A save for a deleted study must not create a new one.
      const outcome = saving.then((before) => (isKept && before?.code === "CONFLICT" ? before : save(title)));
      saving = outcome;
      return outcome;
    },
    /** The page was left: an unanswered load is not tried again. */
    close,
  };
}
