import { describeIssues } from "../shared/issues.ts";
import { accept, invalid, type Result } from "../shared/result.ts";
import type { Options } from "../shared/terms.ts";
import type { GameDefinition, OptionsSchema } from "./game.ts";

/** The options of all games together, for a request that may be about any of them. */
export const optionFields = (definitions: readonly GameDefinition[]): OptionsSchema<Options>["shape"] =>
  Object.assign({}, ...definitions.map(({ options }) => options.shape));

/**
 * The options of one game from a request with those of all. Refuses with `INVALID_ARGUMENT` an option of another game,
 * and what the game's own schema refuses.
 */
export function optionsFor(
  definition: GameDefinition,
  definitions: readonly GameDefinition[],
  request: Options,
): Result<Options> {
  const names = Object.keys(optionFields(definitions)).filter((name) => request[name] !== undefined);
  for (const name of names) {
    // Forms that nobody touched send what is off.
    if (Object.hasOwn(definition.options.shape, name) || request[name] === false) continue;
    const owner = definitions.find(({ options }) => Object.hasOwn(options.shape, name));
    return invalid(`${name} is for ${owner?.kind ?? "another game"}, not for ${definition.kind}.`);
  }
  const own = names.filter((name) => Object.hasOwn(definition.options.shape, name));
  const parsing = definition.options.safeParse(Object.fromEntries(own.map((name) => [name, request[name]])));
  return parsing.success ? accept(parsing.data) : invalid(describeIssues(parsing.error));
}
