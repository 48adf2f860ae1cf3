import { DEEPEST_VARIATION, type LineMove, type Lines, LONGEST_NOTE, MOST_LINE_MOVES } from "../../../shared/lines.ts";
import { cleanLine } from "../../../shared/text.ts";
import type { Position } from "../rules/board.ts";
import { isNullMove, playWritten } from "../rules/free.ts";
import { readComment } from "./comments.ts";
import type { PgnToken } from "./tokens.ts";

/** The reason why a token cannot be added to a tree. */
type Refused =
  | { readonly kind: "unplayable"; readonly text: string; readonly reason: string }
  | { readonly kind: "too-much"; readonly reason: string };

/** A part of a PGN as text, without commands, which belong to moves that are not in the tree. */
const wordsOf = (part: string): string => part.replace(/[{}]/g, " ").replaceAll("[%", "[ %");

/** The end of a line so far. */
interface Place {
  readonly position: Position;
  /** The place of its last move; in a line without moves, of the move after which it begins. */
  readonly node: number;
  /** The place before its last move; null in a line without moves. */
  readonly before: Place | null;
  /** The comment before its first move. */
  readonly said: string;
}

/** Builds a tree of lines from a starting position, token by token. `text` is the source of the tokens. */
export function openTree(start: Position, text: string) {
  const moves: { -readonly [Name in keyof LineMove]: LineMove[Name] }[] = [];
  let opening = "";
  let here: Place = { position: start, node: -1, before: null, said: "" };
  const outer: Place[] = [];
  /** A part of a variation that cannot be played: its beginning, and its number of open brackets. */
  let passed: { readonly from: number; depth: number } | null = null;
  let tooLong = false;

  const joined = (one: string | undefined, other: string) => {
    const all = [one, other].filter((each) => each).join(" ");
    tooLong ||= all.length > LONGEST_NOTE;
    return all;
  };
  const lastMoveOf = ({ before, node }: Place) => (before === null ? undefined : moves[node]);
  const comment = (place: Place, said: string): Place => {
    if (said === "") return place;
    const move = lastMoveOf(place);
    if (move) move.comment = joined(move.comment, said);
    else if (outer.length === 0) opening = joined(opening, said);
    else return { ...place, said: joined(place.said, said) };
    return place;
  };
  const close = (): void => {
    const { said, before } = here;
    const back = outer.pop();
    if (!back) return;
    // A comment in a variation without a move belongs to the move before it.
    here = before === null ? comment(back, said) : back;
  };
  const play = (written: string): Refused | null => {
    const played = playWritten(here.position, written);
    if (!played.ok) {
      const remedy = isNullMove(written) ? " Put it, and what follows, into a variation or a comment." : "";
      return { kind: "unplayable", text: written, reason: `${played.message}${remedy}` };
    }
    if (moves.length >= MOST_LINE_MOVES)
      return { kind: "too-much", reason: `the game and its variations have more than ${MOST_LINE_MOVES} moves.` };
    const { position, move } = played.value;
    const { node, said } = here;
    moves.push({ after: node, code: move.code, text: move.text, ...(said === "" ? {} : { before: said }) });
    here = { position, node: moves.length - 1, before: { ...here, before: null, said: "" }, said: "" };
    return null;
  };
  const pass = (token: PgnToken): void => {
    if (passed === null) return;
    if (token.kind === "open") passed.depth += 1;
    if (token.kind === "close") passed.depth -= 1;
    if (passed.depth > 0) return;
    here = comment(here, cleanLine(wordsOf(text.slice(passed.from, token.from))));
    passed = null;
    close();
  };

  const read = (token: PgnToken): Refused | null => {
    if (passed !== null) {
      pass(token);
      return null;
    }
    switch (token.kind) {
      case "move": {
        const refused = play(token.text);
        if (refused?.kind !== "unplayable" || outer.length === 0) return refused;
        passed = { from: token.from, depth: 1 };
        return null;
      }
      case "comment": {
        const move = lastMoveOf(here);
        const { text: said, clock, score } = readComment(token.text);
        if (move && clock !== undefined) move.clock = clock;
        if (move && score) move.score = score;
        here = comment(here, move ? said : cleanLine(token.text).replaceAll("}", ")"));
        return null;
      }
      case "glyph": {
        const move = lastMoveOf(here);
        if (move && !move.nags?.includes(token.nag)) move.nags = [...(move.nags ?? []), token.nag];
        return null;
      }
      case "open":
        if (outer.length >= DEEPEST_VARIATION)
          return { kind: "too-much", reason: `more than ${DEEPEST_VARIATION} variations are nested in one another.` };
        outer.push(here);
        // A variation needs a move that it replaces.
        if (here.before === null) passed = { from: token.to, depth: 1 };
        else here = { ...here.before, before: null, said: "" };
        return null;
      case "close":
        close();
        return null;
      case "result":
        // A line of a variation that ends with a result of its own.
        if (outer.length > 0 && token.result !== "*") here = comment(here, token.text);
        return null;
      case "tag":
      case "number":
      case "problem":
        return null;
    }
  };

  return {
    /** Refuses an illegal move of the main line, and more than a tree may hold. */
    take: (token: PgnToken): Refused | null => {
      const refused = read(token);
      if (refused || !tooLong) return refused;
      return { kind: "too-much", reason: `the comments at one place are longer than ${LONGEST_NOTE} characters.` };
    },
    /** The end of the line that is being read; after the last token, the end of the main line. */
    position: () => here.position,
    lines: (): Lines => ({ ...(opening === "" ? {} : { comment: opening }), moves }),
  };
}
