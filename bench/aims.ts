import { digits, type Run } from "./run-text.ts";
import { ratio } from "./section.ts";

/** A figure that an aim is about: the ratio to what it is compared with, or, where that has no name, its value. */
interface Part {
  /** The word that tells it from the other parts of its row. */
  readonly word?: string;
  readonly section: string;
  readonly figure: string;
  readonly against: string | null;
  readonly aim: number;
}

interface Aim {
  readonly words: string;
  /** Whether more than the aim is better, and not less. */
  readonly more?: true;
  /** The unit of values; ratios have none. */
  readonly unit?: string;
  readonly parts: readonly Part[];
  /** The reason where it is not reached. */
  readonly note?: string;
}

const turns = (word: string, figure: string, aim: number): Part => ({
  word,
  section: "turns",
  figure: `${word}: ${figure}`,
  against: "no-op tool",
  aim,
});
const THERE = "finishTurn, there and back";
const AWAKE = "opponent awake after the move was sent";
const [SHIM, NEW_ERA, OLD_ERA] = ["shim", "HTTP, new era", "HTTP, old era"] as const;
const stored = (word: string, figure: string): Part => ({
  word,
  section: "stored",
  figure,
  against: "500 games",
  aim: 1.2,
});
const KIB = 1_000 / 1_024;

/** The aims, in the order of their table. */
const aims: readonly Aim[] = [
  {
    words: "finishTurn there and back, over the no-op tool",
    parts: [turns(SHIM, THERE, 1.5), turns(NEW_ERA, THERE, 1.25), turns(OLD_ERA, THERE, 1.25)],
    note: "the commit alone takes most of the permitted time",
  },
  {
    words: "opponent awake after the move was sent, over the no-op tool",
    parts: [turns(SHIM, AWAKE, 1.3), turns(NEW_ERA, AWAKE, 1.3), turns(OLD_ERA, AWAKE, 1.3)],
    note: "the commit",
  },
  {
    words: "moves a second at 100 games, over no-op calls",
    more: true,
    parts: [
      { word: "HTTP", section: "throughput", figure: "HTTP, new era: finishTurn", against: "no-op tool", aim: 0.8 },
      { word: "socket", section: "throughput", figure: "socket: finishTurn", against: "no-op tool", aim: 0.8 },
    ],
    note: "agents’ requests have two milliseconds of a pass, so that no person waits; over a socket the call costs less than the commit",
  },
  {
    words: "100 games in the host, over bare commits",
    more: true,
    parts: [{ section: "moves", figure: "in process, 100 games at once", against: "bare commits", aim: 1 }],
  },
  {
    words: "memory of an agent that waits",
    unit: "KiB",
    parts: [
      { word: "HTTP", section: "waits", figure: "HTTP, new era: resident, one wait", against: null, aim: 40 },
      { word: "socket", section: "waits", figure: "socket: resident, one wait", against: null, aim: 10 },
    ],
    note: "each call brings its forms and late replies; resident memory differs by a KiB or two between runs",
  },
  {
    words: "headless host ready, over `node -e 0`",
    parts: [{ section: "start", figure: "headless host, built", against: "node -e 0", aim: 3.5 }],
    note: "the rules, the database and both doors are loaded before it is ready",
  },
  {
    words: "the shim adds to a call; `initialize` with no host",
    unit: "ms",
    parts: [
      { word: "a call", section: "shim", figure: "what the shim adds to a call", against: null, aim: 1 },
      { word: "`initialize`", section: "shim", figure: "initialize, no host running", against: null, aim: 1_000 },
    ],
  },
  {
    words: "ply 300 over ply 10, same position",
    parts: [
      {
        word: "in the host",
        section: "length",
        figure: "in process, ply 300",
        against: "ply 10, same position",
        aim: 1.1,
      },
      {
        word: "HTTP",
        section: "length",
        figure: "finishTurn over HTTP, ply 300",
        against: "ply 10, same position",
        aim: 1.1,
      },
    ],
  },
  {
    words: "100,000 stored games over 500",
    parts: [
      stored("start", "headless host, start to ready and end"),
      stored("list", "the list of games"),
      stored("search", "a search that finds one"),
    ],
    note: "a search reads the words of all games, in some 30 ms",
  },
  {
    words: "committed move to painted board, 95th percentile, over two empty frames",
    parts: [
      {
        section: "pages",
        figure: "committed move to painted board, 95th percentile",
        against: "two frames of an empty page",
        aim: 1.2,
      },
    ],
  },
  {
    words: "scripts of the first page, gzipped",
    unit: "KiB",
    parts: [{ section: "pages", figure: "scripts of the first page, gzipped", against: null, aim: 60 * KIB }],
  },
  {
    words: "chat board, gzipped",
    unit: "KiB",
    parts: [{ section: "pages", figure: "chat board, whole page, gzipped", against: null, aim: 45 * KIB }],
    note: "chessops, unmodified, and buttons for draws and resignation were added after this aim was set; a test keeps it under 52 KiB",
  },
  {
    words: "the engine's positions a second, over a native one",
    more: true,
    parts: ["opening", "middlegame", "endgame"].map((word) => ({
      word,
      section: "engine",
      figure: word,
      against: "",
      aim: 0.8,
    })),
  },
  {
    words: "matches of a league a second, over bare rules and commits",
    more: true,
    parts: [{ section: "leagues", figure: "matches, 32 at once", against: "bare rules and commits", aim: 1 / 3 }],
    note: "each match has its referee, its clock and its record",
  },
];

/** The value that an aim is about in the runs; null where it was not measured. A name may go on after a comma. */
function valueIn(runs: readonly Run[], { section, figure, against }: Part): number | null {
  const found = runs
    .flatMap(({ sections }) => sections)
    .find(({ name }) => name === section)
    ?.figures.find(
      (each) =>
        (each.name === figure || each.name.startsWith(`${figure}, `)) &&
        (against === null || against === "" || each.against?.name === against),
    );
  return found ? (against === null ? found.value : ratio(found)) : null;
}

/** The table of aims in Markdown, with what the runs measured, and whether that reaches them. */
export function aimsTable(runs: readonly Run[]): string {
  const rows = aims.map(({ words, more, unit, parts, note }) => {
    const values = parts.map((part) => ({ ...part, value: valueIn(runs, part) }));
    const named = (part: Part, value: number) =>
      `${part.word ? `${part.word} ` : ""}${digits(value)}${unit ? ` ${unit}` : ""}`;
    const measured = values.filter((each) => each.value !== null);
    const reaching = measured.filter(({ value, aim }) => value !== null && (more ? value >= aim : value <= aim));
    const words2 =
      measured.length === 0
        ? "not measured"
        : reaching.length === parts.length
          ? "yes"
          : reaching.length === 0
            ? "no"
            : `only ${reaching.map(({ word }) => word).join(", ")}`;
    const isMissed = measured.length > reaching.length;
    const same = new Set(parts.map(({ aim }) => aim)).size === 1;
    const asked = same ? parts.slice(0, 1).map(({ aim }) => digits(aim)) : parts.map(({ aim }) => digits(aim));
    return [
      words,
      `${more ? "≥" : "≤"} ${asked.join("; ")}${unit ? ` ${unit}` : ""}`,
      values.map((part) => (part.value === null ? "–" : named(part, part.value))).join("; "),
      `${words2}${isMissed && note ? `: ${note}` : ""}`,
    ];
  });
  return [["figure", "aim", "run above", "reached"], ["---", "---", "---", "---"], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
