/** Facts about a position that follow from the rules alone, for those who want to understand it. */
export interface Description {
  /** Lines of a list, in words. */
  readonly lines: readonly string[];
  /** The same for programs: fields in snake case. Plain JSON. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A game whose positions can be described. */
export interface Describer<State> {
  describe(state: State): Description;
}
