import type { Options, View } from "../shared/terms.ts";
import type { GameDefinition, Words } from "./game.ts";
import { randomStrategy } from "./strategy.ts";

/** The defaults of optional words. */
const plainWords = {
  facts: (): readonly string[] => [],
  legal: (_: unknown, moves: readonly string[]): readonly string[] => moves,
  position: (view: View) => ({ state: { ...view } }),
  start: () => ({}),
  moves: (_: unknown, texts: readonly string[]): string => texts.join(" "),
};

type Plain = keyof typeof plainWords | "grid";
/**
 * The words of a game as its folder declares them: `grid` may be left out where it equals `line`, and others where they
 * have a default.
 */
export type OwnWords<Setup, OwnView extends View> = Omit<Words<Setup, OwnView>, Plain> &
  Partial<Pick<Words<Setup, OwnView>, Plain>>;

/** A game as its folder declares it. */
type Declaration<State, Setup extends Options, OwnView extends View> = Omit<
  GameDefinition<State, Setup, OwnView>,
  "words" | "strategies"
> & {
  readonly words: OwnWords<Setup, OwnView>;
  /** By name, beside `random`, which every game has. */
  readonly strategies?: GameDefinition<State, Setup, OwnView>["strategies"];
};

/**
 * A game as the code outside its folder knows it, without its own types: its methods get back the values that they
 * returned.
 */
export function defineGame<State, Setup extends Options, OwnView extends View>(
  declaration: Declaration<State, Setup, OwnView>,
): GameDefinition {
  const definition: GameDefinition<State, Setup, OwnView> = {
    ...declaration,
    words: { ...plainWords, grid: declaration.words.line, ...declaration.words },
    strategies: { ...declaration.strategies, random: randomStrategy },
  };
  return definition;
}
