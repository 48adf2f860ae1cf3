import { mainLine } from "../../shared/lines.ts";
import { accept, invalid, type Result } from "../../shared/result.ts";
import type { Steps } from "../../shared/steps.ts";
import type { Outcome } from "../../shared/terms.ts";
import { cleanLine } from "../../shared/text.ts";
import type { GameRecord, Move, ReadGame, RecordFormat } from "../game.ts";
import { isOthelloRecord } from "./notation.ts";
import { countOf, discOf, type OthelloOptions, type OthelloState, PASS, rules, startSquares } from "./rules.ts";

/** The usual start in GGF, row by row from the top: `*` black, `O` white. */
const ggfStart = `${"-".repeat(27)}O*${"-".repeat(6)}*O${"-".repeat(27)}`;
/** The longest text that is read as one game, in characters. */
const LONGEST_RECORD = 20_000;

/**
 * Othello in the Generic Game Format of the Generic Game Server (M. Buro, skatgame.net/mburo/ggsa/ggf), which Othello
 * programs exchange; and read besides from a transcript, the squares in their order. Passes may be left out.
 */
export const records: RecordFormat<OthelloOptions> = {
  name: "GGF",
  matches: isOthelloRecord,

  write(record) {
    const { Event, Date: date, BlackElo, WhiteElo, Result } = records.tags(record);
    const moves = mainLine(record.lines).map((place) => record.lines.moves[place]?.code ?? "");
    const [black, white] = record.players;
    const fields = [
      ["GM", "Othello"],
      ["PC", Event],
      ["DT", date],
      ["PB", black.name ?? "?"],
      ["PW", white.name ?? "?"],
      ["RB", BlackElo],
      ["RW", WhiteElo],
      ...timesOf(record),
      ["RE", Result ?? resultText(record.outcome, moves)],
      ["TY", "8"],
      ["BO", `8 ${ggfStart} *`],
      ...moves.map((move, ply) => [ply % 2 === 0 ? "B" : "W", move === PASS ? PASS : move.toUpperCase()]),
    ];
    const texts = fields.map(([name, value]) => (value === undefined ? "" : `${name}[${fieldText(value)}]`));
    return `(;${texts.join("")};)\n`;
  },

  tags: ({ tags, createdAt, event }) =>
    tags ?? {
      Event: event?.name ?? "Kibitz",
      Date: new Date(createdAt).toISOString().slice(0, 19).replaceAll("-", ".").replace("T", "_").concat(".GMT"),
      ...(event ? { Round: event.round } : {}),
    },

  *readGame(text, firstLine = 1) {
    if (text.length > LONGEST_RECORD) return refuseRecord(`the text is longer than ${LONGEST_RECORD} characters.`);
    const fields = ggfFields(text);
    const unclosed = /([A-Z]{1,9})\s*\[[^\]]*;\)\s*$/.exec(text)?.[1];
    if (unclosed !== undefined) return refuseRecord(`the field ${unclosed} has no end.`);
    const squares = fields.get("moves") ?? movesIn(text);
    if (squares === null)
      return refuseRecord(`there is neither a game in GGF nor a line of squares such as f5d6c3 in line ${firstLine}.`);
    const board = fields.get("BO")?.[0]?.replace(/\s/g, "");
    if (board !== undefined && board !== `8${ggfStart}*`)
      return refuseRecord("it starts from another board than the usual one of 8 by 8.");
    const moves = yield* playTexts(squares);
    if (!moves.ok) return moves;
    const field = (name: string): string => cleanLine(fields.get(name)?.[0] ?? "");
    const named = [
      ["Event", field("PC")],
      ["Date", field("DT")],
      ["BlackElo", field("RB")],
      ["WhiteElo", field("RW")],
      ["Result", field("RE")],
    ].filter(([, value]) => value !== "");
    return accept<ReadGame>({
      names: { black: field("PB"), white: field("PW") },
      tags: Object.fromEntries(named),
      options: {},
      moves: moves.value,
      lines: null,
      outcome: resultIn(field("RE")),
    });
  },
};

const refuseRecord = (reason: string) => invalid(`Invalid Othello record: ${reason}`);

/** A text without the signs that end a field, on one line. */
const fieldText = (text: string): string => cleanLine(text).replace(/[[\]]/g, "");

/** The first fields of each name of a game in GGF, and its moves in their order as `moves`; none for other texts. */
function ggfFields(text: string): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  const [, content] = /^\s*(?:\d+\s+)?\(;([\s\S]*);\)\s*$/.exec(text) ?? [];
  for (const [, name = "", value = ""] of (content ?? "").matchAll(/([A-Z]+)\s*\[([^\]]*)\]/g))
    if (name === "B" || name === "W") fields.set("moves", [...(fields.get("moves") ?? []), `${name}${value}`]);
    else if (!fields.has(name)) fields.set(name, [value]);
  return fields.size > 0 && !fields.has("moves") ? fields.set("moves", []) : fields;
}

/** The squares of a transcript, with or without spaces, numbers and passes; null for other texts. */
function movesIn(text: string): readonly string[] | null {
  const plain = text.replace(/\b\d+\s*[.)]/g, " ").trim();
  const moves = plain.match(/[a-h][1-8]|pass|pa|ps|--/gi) ?? [];
  return moves.length > 0 && /^(?:(?:[a-h][1-8]|pass|pa|ps|--)[\s,;]*)+$/i.test(plain) ? moves : null;
}

/** Plays moves such as `BF5//1.2` or `f5`. Refuses the first that is none, with its number. */
function* playTexts(texts: readonly string[]): Steps<Result<readonly Move[]>> {
  const start = rules.start({});
  if (!start.ok) return start;
  let state: OthelloState = start.value;
  const moves: Move[] = [];
  for (const [index, text] of texts.entries()) {
    const [, colour, name = ""] = /^([BW](?=[A-Ha-hp-]))?([a-z]\d|pa|ps|--)/i.exec(text) ?? [];
    const isPass = /^(?:pa|ps|--)/i.test(name);
    for (let isPlayed = false; !isPlayed; ) {
      const [seat] = rules.toMove(state);
      if (seat === undefined) return refuseRecord(`the game is over before move ${index + 1}.`);
      const mustPass = rules.legalMoves(state, seat)[0] === PASS;
      // A pass that is not written.
      const isImplied = mustPass && !isPass;
      if (!isImplied && colour !== undefined && colour !== discOf(seat))
        return refuseRecord(`move ${index + 1} is ${discOf(seat) === "B" ? "Black's" : "White's"}.`);
      const play = rules.play(state, seat, isImplied || isPass ? PASS : name);
      if (!play.ok)
        return refuseRecord(`move ${index + 1} cannot be played: ${play.message.replace(/^Invalid move: /, "")}`);
      state = play.value.state;
      moves.push(play.value.move);
      isPlayed = !isImplied;
      yield;
    }
  }
  // A last pass, where the other side has no move either, is never due: the game is over then.
  return accept(moves);
}

/** Black's lead with a sign, and how the game ended where not by the rules: `r` resigned, `t` on time; `?` for none. */
function resultText(outcome: Outcome | null, moves: readonly string[]): string {
  if (outcome === null || outcome.reason === "unfinished") return "?";
  if (outcome.winner === null) return "0.00";
  const sign = outcome.winner === "black" ? "+" : "-";
  const flag = { resignation: ":r", time: ":t" }[outcome.reason] ?? "";
  const end = moves.reduce<OthelloState | null>(
    (state, move) => {
      const play = state && rules.play(state, rules.toMove(state)[0] ?? "", move);
      return play?.ok ? play.value.state : null;
    },
    { squares: startSquares, ply: 0 },
  );
  const ended = end && rules.outcome(end)?.winner === outcome.winner ? end : null;
  // Free squares count for the winner.
  const lead = ended ? 64 - 2 * countOf(ended.squares, outcome.winner === "black" ? "W" : "B") : 64;
  return `${sign}${lead}.00${flag}`;
}

/** The result of `+12.00` or `-64.00:r`, seen from Black; null for none. */
function resultIn(text: string): Outcome | null {
  const lead = Number.parseFloat(text);
  if (Number.isNaN(lead)) return null;
  return { winner: lead === 0 ? null : lead > 0 ? "black" : "white", reason: "recorded" };
}

/** Minutes and seconds of a side's time, and what a move adds. */
function timesOf({ timeControl }: GameRecord<OthelloOptions>): readonly (readonly [string, string])[] {
  if (timeControl === null) return [];
  const { initial, increment, second = initial } = timeControl;
  const clock = (seconds: number): string =>
    `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  const both = (seconds: number): string => `${clock(seconds)}${increment > 0 ? `/${clock(increment)}` : ""}`;
  return second === initial
    ? [["TI", both(initial)]]
    : [
        ["TB", both(initial)],
        ["TW", both(second)],
      ];
}
