import { DEEPEST_VARIATION, type LineMove, type Lines, LONGEST_NOTE, MOST_LINE_MOVES } from "../../../shared/lines.ts";
import { cleanLine } from "../../../shared/text.ts";
import type { Position } from "../rules/board.ts";
import { isNullMove, playWritten } from "../rules/free.ts";
import { readComment } from "./comments.ts";
import type { PgnToken } from "./tokens.ts";

/** The reason why a token cannot be added to a tree. */
type TokenError =
  | { readonly kind: "unplayable"; readonly text: string; readonly reason: string }
  | { readonly kind: "too-much"; readonly reason: string };

/** A part of a PGN as text, without commands, which belong to moves that are not in the tree. */
const wordsOf = (part: string): string => part.replace(/[{}]/g, " ").replaceAll("[%", "[ %");

/** The end of a line so far. */
interface LineEnd {
  readonly position: Position;
  /** The place of its last move; in a line without moves, of the move after which it begins. */
  readonly node: number;
  /** The place before its last move; null in a line without moves. */
  readonly before: LineEnd | null;
  /** The comment before its first move. */
  readonly comment: string;
}

/** Builds a tree of lines from a starting position, token by token. `text` is the source of the tokens. */
export function openTree(start: Position, text: string) {
  const moves: { -readonly [Name in keyof LineMove]: LineMove[Name] }[] = [];
  let opening = "";
  let place: LineEnd = { position: start, node: -1, before: null, comment: "" };
  const outer: LineEnd[] = [];
  /** A part of a variation that cannot be played: its beginning, and its number of open brackets. */
  let skipping: { readonly from: number; depth: number } | null = null;
  let tooLong = false;

  const join = (one: string | undefined, other: string) => {
    const all = [one, other].filter((each) => each).join(" ");
    tooLong ||= all.length > LONGEST_NOTE;
    return all;
  };
  const lastMoveOf = ({ before, node }: LineEnd) => (before === null ? undefined : moves[node]);
  const comment = (place: LineEnd, text: string): LineEnd => {
    if (text === "") return place;
    const move = lastMoveOf(place);
    if (move) move.comment = join(move.comment, text);
    else if (outer.length === 0) opening = join(opening, text);
    else return { ...place, comment: join(place.comment, text) };
    return place;
  };
  const close = (): void => {
    const { comment: words, before } = place;
    const back = outer.pop();
    if (!back) return;
    // A comment in a variation without a move belongs to the move before it.
    place = before === null ? comment(back, words) : back;
  };
  const play = (text: string): TokenError | null => {
    const play = playWritten(place.position, text);
    if (!play.ok) {
      const remedy = isNullMove(text) ? " Put it, and what follows, into a variation or a comment." : "";
      return { kind: "unplayable", text, reason: `${play.message}${remedy}` };
    }
    if (moves.length >= MOST_LINE_MOVES)
      return { kind: "too-much", reason: `the game and its variations have more than ${MOST_LINE_MOVES} moves.` };
    const { position, move } = play.value;
    const { node, comment: words } = place;
    moves.push({ after: node, code: move.code, text: move.text, ...(words === "" ? {} : { before: words }) });
    place = { position, node: moves.length - 1, before: { ...place, before: null, comment: "" }, comment: "" };
    return null;
  };
  const pass = (token: PgnToken): void => {
    if (skipping === null) return;
    if (token.kind === "open") skipping.depth += 1;
    if (token.kind === "close") skipping.depth -= 1;
    if (skipping.depth > 0) return;
    place = comment(place, cleanLine(wordsOf(text.slice(skipping.from, token.from))));
    skipping = null;
    close();
  };

  const readToken = (token: PgnToken): TokenError | null => {
    if (skipping !== null) {
      pass(token);
      return null;
    }
    switch (token.kind) {
      case "move": {
        const error = play(token.text);
        if (error?.kind !== "unplayable" || outer.length === 0) return error;
        skipping = { from: token.from, depth: 1 };
        return null;
      }
      case "comment": {
        const move = lastMoveOf(place);
        const { text: words, clock, score } = readComment(token.text);
        if (move && clock !== undefined) move.clock = clock;
        if (move && score) move.score = score;
        place = comment(place, move ? words : cleanLine(token.text).replaceAll("}", ")"));
        return null;
      }
      case "glyph": {
        const move = lastMoveOf(place);
        if (move && !move.nags?.includes(token.nag)) move.nags = [...(move.nags ?? []), token.nag];
        return null;
      }
      case "open":
        if (outer.length >= DEEPEST_VARIATION)
          return { kind: "too-much", reason: `more than ${DEEPEST_VARIATION} variations are nested in one another.` };
        outer.push(place);
        // A variation needs a move that it replaces.
        if (place.before === null) skipping = { from: token.to, depth: 1 };
        else place = { ...place.before, before: null, comment: "" };
        return null;
      case "close":
        close();
        return null;
      case "result":
        // A line of a variation that ends with a result of its own.
        if (outer.length > 0 && token.result !== "*") place = comment(place, token.text);
        return null;
      case "tag":
      case "number":
      case "problem":
        return null;
    }
  };

  return {
    /** Refuses an illegal move of the main line, and more than a tree may hold. */
    take: (token: PgnToken): TokenError | null => {
      const error = readToken(token);
      if (error || !tooLong) return error;
      return { kind: "too-much", reason: `the comments at one place are longer than ${LONGEST_NOTE} characters.` };
    },
    /** The end of the line that is being read; after the last token, the end of the main line. */
    position: () => place.position,
    lines: (): Lines => ({ ...(opening === "" ? {} : { comment: opening }), moves }),
  };
}
