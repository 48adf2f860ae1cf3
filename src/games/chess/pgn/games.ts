import { type PgnToken, pgnTokens } from "./tokens.ts";

/** Whether a text directly after a result begins the next game; words there belong to the one that has ended. */
const isMoveLike = (text: string): boolean => /[a-h][1-8]|^[O0]\s?\W?\s?[O0]/i.test(text);

/**
 * Tells the games of a text apart, token by token: a game ends with its result, where the tags of the next begin, or
 * where the numbers of its moves go back to 1.
 */
export function openSplitter() {
  let game: PgnToken[] = [];
  let state: "empty" | "tags" | "moves" | "over" = "empty";
  /** Whether words have followed the result. */
  let isSaid = false;
  const names = new Set<string>();
  /** The last number of a move, and the moves since it and in all. */
  let number = 0;
  let since = 0;
  let moves = 0;

  const begins = (token: PgnToken): boolean => {
    // A game without moves and result ends where its tags are given again.
    if (token.kind === "tag") return state === "moves" || state === "over" || (token.isApart && names.has(token.name));
    if (!token.isMain) return false;
    if (token.kind === "move") return state === "over" && !isSaid && isMoveLike(token.text);
    if (token.kind !== "number") return false;
    if (state === "over") return !isSaid || token.number === 1;
    const goesBack = token.number === 1 && !token.isBlacks && (number > 1 || since > 1 || token.isApart);
    return goesBack && number > 0 && moves > 0;
  };
  const end = (): readonly PgnToken[] | null => {
    const last = state === "empty" ? null : game;
    game = [];
    state = "empty";
    isSaid = false;
    number = since = moves = 0;
    names.clear();
    return last;
  };
  return {
    /** Takes the next token; returns the game before it, where it begins another one. */
    take: (token: PgnToken): readonly PgnToken[] | null => {
      const previous = begins(token) ? end() : null;
      if (state === "over" && token.isMain && (token.kind === "move" || token.kind === "number")) {
        isSaid = true;
        game.push({ ...token, kind: "comment", text: token.kind === "number" ? `${token.number}` : token.text });
        return previous;
      }
      game.push(token);
      if (token.kind === "tag") {
        state = "tags";
        names.add(token.name);
      } else if (state === "empty" && token.kind !== "comment" && token.kind !== "glyph") state = "moves";
      if (!token.isMain) return previous;
      if (token.kind === "result") state = "over";
      if (token.kind === "number") [state, number, since] = ["moves", token.number, 0];
      if (token.kind === "move") [state, since, moves] = ["moves", since + 1, moves + 1];
      return previous;
    },
    /** The last game; null where nothing follows the one before. Comments alone are no game. */
    end,
  };
}

/** The games of a text, one after the other, each with the offset of its end. Takes time in proportion to the text. */
export function* gamesIn(text: string): Generator<{ readonly tokens: readonly PgnToken[]; readonly to: number }> {
  const splitter = openSplitter();
  for (const token of pgnTokens(text)) {
    const tokens = splitter.take(token);
    if (tokens) yield { tokens, to: token.from };
  }
  const tokens = splitter.end();
  if (tokens) yield { tokens, to: text.length };
}
