import type { Course } from "./match.ts";

/** A table in Markdown. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const code = (text: string) => (text === "" ? "" : `\`${text}\``);
const each = (value: number, moves: number) => (moves === 0 ? "–" : (value / moves).toFixed(1));
const rounded = (value: number, moves: number) => (moves === 0 ? "–" : String(Math.round(value / moves)));

/** The hosts as they show themselves: the first game of each. */
export function hostsTable(courses: readonly Course[]): string {
  const first = courses.filter(({ host }, index) => courses.findIndex((other) => other.host === host) === index);
  return table(
    ["host", "name · title · version", "opens with", "declares", "model reads", "tools", "progress token", "entry by"],
    first.map(({ host, introduction, reads, toolName, searchesTools, sendsProgressToken, connectedBy }) => [
      host,
      introduction
        ? [code(introduction.name), introduction.title ?? "–", introduction.version].join(" · ")
        : "did not connect",
      introduction?.opening ?? "",
      introduction ? code(JSON.stringify(introduction.capabilities)) : "",
      reads,
      `${code(toolName)}${searchesTools ? ", behind a search" : ""}`,
      sendsProgressToken ? "yes" : "no",
      connectedBy,
    ]),
  );
}

/** The course of each game. */
export function gamesTable(courses: readonly Course[]): string {
  const head = [
    "host",
    "opponent",
    "result",
    "moves",
    "model calls a move",
    "tool calls a move, waits",
    "tokens a move (characters)",
  ];
  return table(
    [...head, "move → model", "tasks, polls", "forms", "cancelled", "loops stopped"],
    courses.map((course) => [
      course.host,
      course.opponent,
      course.result,
      String(course.moves),
      each(course.modelCalls, course.moves),
      `${each(course.toolCalls, course.moves)}, ${each(course.waits, course.moves)}`,
      `${rounded(course.tokens, course.moves)} (${rounded(course.characters, course.moves)})`,
      secondsIn(course),
      course.tasks === 0 ? "" : `${course.tasks}, ${course.polls}`,
      course.forms.map(({ action, ms }) => (ms === null ? action : `${action} ${ms} ms`)).join("; "),
      course.cuts.map(({ seconds, reason }) => `${seconds} s: ${reason}`).join("; "),
      String(course.loops),
    ]),
  );
}

/** The median and longest time from a person's move to the model, and moves that it was not told of once. */
function secondsIn({ answeredAfter, deliveries }: Course): string {
  if (answeredAfter.length === 0) return deliveries.length === 0 ? "" : "never";
  const sorted = answeredAfter.toSorted((one, other) => one - other);
  const shown = (ms = 0) => (ms / 1000).toFixed(1);
  const median = shown(sorted[Math.floor((sorted.length - 1) / 2)]);
  const times = deliveries.some((count) => count !== 1) ? `; told ${deliveries.join(", ")} times` : "";
  return `${median} s, at most ${shown(sorted.at(-1))} s${times}`;
}
