import { cleanLine, clip } from "../../shared/text.ts";

/** The name and title of a tool. */
export interface Known {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** Longest name that the answer repeats, in characters. */
const longestName = 60;
/** Least similarity to a known tool, 0 to 1: below it, all tools are listed. */
const nearEnough = 0.25;

/** The answer to a call of an unknown tool: the nearest known one, or all of them, and the way back to a game. */
export function unknownTool(asked: string, tools: readonly Known[]): string {
  const name = clip(cleanLine(asked.slice(0, 10 * longestName)), longestName);
  const nearest = nearestOf(name, tools);
  const instead = nearest
    ? `The nearest here is ${nearest.name} (${nearest.title})`
    : `There are: ${tools.map((tool) => tool.name).join(", ")}`;
  const leadsBack = nearest?.name !== "myGames" && tools.some((tool) => tool.name === "myGames");
  return `Tool ${name} not found. ${instead}.${leadsBack ? " To find your games, call myGames." : ""}`;
}

/** The words of a text, names in camel and snake case parted, in the singular. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 1)
      .map((word) => word.replace(/s$/, "")),
  );

/**
 * The tool whose name, title or first sentence has most of the words, the first of equal ones. Words that few tools
 * have count most.
 */
function nearestOf(asked: string, tools: readonly Known[]): Known | null {
  const known = tools.map((tool) => {
    const [sentence = ""] = tool.description.split(/[.:;]/);
    // Names are written without capitals as well.
    const named = wordsOf(`${tool.name} ${tool.name.toLowerCase()}`);
    return { tool, named, told: wordsOf(`${tool.title} ${sentence}`), score: 0 };
  });
  for (const word of wordsOf(asked)) {
    const having = known.filter(({ named, told }) => named.has(word) || told.has(word));
    for (const each of having) each.score += (each.named.has(word) ? 2 : 1) / having.length;
  }
  const best = known.toSorted((one, other) => other.score - one.score)[0];
  return best && best.score >= nearEnough ? best.tool : null;
}
