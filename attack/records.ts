import { definitionOf } from "../src/games/register.ts";
import type { Person } from "../test/support/person.ts";
import type { Chance } from "./chance.ts";

/** Texts that have broken readers: of other scripts, with halves of characters, with what ends or begins something elsewhere. */
const odd = [
  "Ann",
  "Петров 李 🙂",
  "a\ud800b",
  "nul\u0000 and \u001b[31m",
  '"\\"] [Result "1-0',
  "{ ; % ( $1 ) }",
  "} 1. e4 {",
  "[%clk 1:00:00] [%eval 0.3]",
  "a\r\n\r\nb\u2028c\u202ed",
  "x".repeat(300),
  "__proto__",
  "e\u0301\u200d\ufe0f",
] as const;

/** Where games begin: as usual, with counters at their limits, with Black to move, next to an end. */
const starts = [
  null,
  null,
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 149 9999",
  "4k3/8/8/8/8/8/4P3/4K2R b K - 98 30",
  "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
  "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
] as const;

/** Moves that undo one another, so that a game of them is as long as one likes. */
const shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"] as const;
const results = ["1-0", "0-1", "1/2-1/2", "*"] as const;

/** Some legal moves of a game, each as machines and people write it; fewer where the game ends. */
function moves(kind: string, options: Record<string, unknown>, most: number, chance: Chance) {
  const { rules } = definitionOf(kind);
  const started = rules.start(options);
  if (!started.ok) throw new Error(started.message);
  let state = started.value;
  const played: { readonly code: string; readonly text: string }[] = [];
  while (played.length < most) {
    const [seat] = rules.toMove(state);
    if (seat === undefined) break;
    const next = rules.play(state, seat, chance.of(rules.legalMoves(state, seat)));
    if (!next.ok) throw new Error(next.message);
    ({ state } = next.value);
    played.push(next.value.move);
  }
  return played;
}

const often = (chance: Chance, share: number) => chance.next() < share;
const inComment = (text: string) => text.replaceAll("}", ")");

/** Annotations that may follow a move in a PGN. */
function annotation(chance: Chance): string {
  const clock = `[%clk ${chance.below(1200)}:${chance.below(60)}:${chance.below(60)}.${chance.below(1000)}]`;
  const score = chance.of(["0.00", "-12345.67", "#-3", "#12", "0.3,24", "99999999"]);
  return chance.of([
    `$${chance.below(300)}`,
    "!?",
    `{${clock} [%eval ${score}] ${inComment(chance.of(odd))}}`,
    `{${inComment(chance.of(odd)).repeat(1 + chance.below(30))}}`,
    `(-- {${inComment(chance.of(odd))}})`,
  ]);
}

/** A PGN as people and programs keep them: of any length, with whatever was written of it. `plies` is how many are shuffled at its end. */
export function pgnOf(chance: Chance, plies = often(chance, 0.1) ? chance.below(2_800) : 0): string {
  const tags = [`[White "${chance.of(odd).replace(/[\\"\r\n\u2028]/g, "")}"]`, '[__proto__ "x"]', `[Event "Club"]`];
  const fen = plies > 0 ? chance.of([null, starts[2]]) : chance.of(starts);
  if (fen !== null) tags.push(`[FEN "${fen}"]`);
  const own = plies > 0 ? [] : moves("chess", fen === null ? {} : { fen }, chance.below(60), chance);
  const words = own.map(({ text }) => (often(chance, 0.2) ? `${text} ${annotation(chance)}` : text));
  for (let ply = 0; ply < plies; ply += 1) words.push(shuffle[ply % 4] ?? "");
  return `${tags.join("\n")}\n\n${words.join(" ")} ${chance.of(results)}`;
}

/** A tree of lines of any game, with values at the limits of what may be said of a move. */
function studyOf(chance: Chance) {
  const game = chance.of(["chess", "chess", "tic-tac-toe", "odd-even"]);
  const fen = game === "chess" ? chance.of(starts) : null;
  const rounds = chance.of([1, 5, 99]);
  const options = { ...(fen === null ? {} : { fen }), ...(game === "odd-even" ? { rounds } : {}) };
  const line = moves(game, options, chance.below(40), chance);
  const list = line.map((move, index) => ({ after: index - 1, ...move, ...said(chance) }));
  // The same moves once more, as a variation of the first.
  const more = line.slice(0, chance.below(10)).map((move, index) => ({
    after: index === 0 ? -1 : list.length + index - 1,
    ...move,
    ...(index === 0 ? { before: chance.of(odd) } : said(chance)),
  }));
  const title = `Study ${chance.of(odd).slice(0, 40)}`;
  const lines = { comment: chance.of(odd), moves: [...list, ...more] };
  const seats = definitionOf(game).seats;
  return { game, ...options, title, lines, names: { [seats[0]]: chance.of(odd).slice(0, 40) } };
}

function said(chance: Chance) {
  const kind = chance.of(["cp", "mate"] as const);
  const value = chance.of([0, 1, -250, 9_999, -9_999, 1_000_000]);
  return {
    ...(often(chance, 0.3) ? { clock: chance.of([0, 1, 59_999, 86_400_000, 3_600_000_000]) } : {}),
    ...(often(chance, 0.3) ? { score: { kind, value: kind === "mate" ? value % 10_000 : value, depth: 245 } } : {}),
    ...(often(chance, 0.3) ? { nags: [1 + chance.below(255)] } : {}),
    ...(often(chance, 0.3) ? { comment: chance.of(odd) } : {}),
  };
}

/** A league of players that move by themselves, with what is kept beside its settings: names, openings, points. */
function leagueOf(chance: Chance): Record<string, unknown> {
  const game = chance.of(["chess", "tic-tac-toe", "odd-even"]);
  const suite = ["1. e4 e5 *", "1. d4 d5 2. c4 {the gambit} *"].join("\n\n");
  return {
    name: chance.of(odd).slice(0, 60),
    game,
    format: chance.of(["round-robin", "swiss", "knockout"]),
    players: 2 + chance.below(6),
    seed: chance.below(2 ** 31),
    points: { win: 2.5, draw: 0.1, loss: 0 },
    ...(often(chance, 0.5) ? { clock: { initial_seconds: 86_400, increment_seconds: 0.1 } } : {}),
    ...(game === "odd-even" ? { options: { rounds: 99 } } : {}),
    ...(game === "chess" && often(chance, 0.5) ? { games_per_match: 2, openings: { text: suite } } : {}),
  };
}

/** A game that nobody moves in, with clocks and names at their limits, and what is said there. */
function stateOf(chance: Chance): Record<string, unknown> {
  const game = chance.of(["chess", "tic-tac-toe", "odd-even"]);
  const [first, second] = definitionOf(game).seats;
  const fen = game === "chess" ? chance.of(starts) : null;
  const human = () => ({ kind: "human", name: chance.of(odd).slice(0, 40) });
  const clock = { initial_seconds: chance.of([1.001, 59.5, 86_400]), increment_seconds: chance.of([0, 0.1, 3_600]) };
  return {
    game,
    players: { [first]: human(), [second]: chance.of([human(), { kind: "agent" }]) },
    ...(fen === null ? {} : { fen }),
    ...(often(chance, 0.5) ? { clock } : {}),
  };
}

/**
 * Answers by the address at which each can be read again; null where another request followed, which may have been kept
 * or not.
 */
export type Answers = Map<string, unknown>;

/** Without what goes on while nobody does anything. */
export function lasting(body: Record<string, unknown>): unknown {
  const { clock: _, version: __, turn_since: ___, called_at: ____, ...kept } = body;
  return kept;
}

export const recordKinds = ["import", "study", "league", "table"] as const;
export type RecordKind = (typeof recordKinds)[number];

/** Asks for one of all that is kept when it is sent, and notes what was answered last. False where it was refused. */
export async function sendRecord(person: Person, chance: Chance, answers: Answers, kind: RecordKind): Promise<boolean> {
  const ask = async (method: "post" | "put", path: string, body: unknown): Promise<Answered | null> => {
    const answer = await person[method](path, body);
    if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (answer.status >= 400) return null;
    const { game_id, league_id } = answer.body;
    answers.set(game_id === undefined ? `/api/leagues/${league_id}` : `/api/games/${game_id}`, lasting(answer.body));
    return answer.body;
  };
  switch (kind) {
    case "import":
      return (await ask("post", "/api/import", { pgn: pgnOf(chance) })) !== null;
    case "league":
      return (await ask("post", "/api/leagues", leagueOf(chance))) !== null;
    case "study": {
      const { lines, title, ...study } = studyOf(chance);
      const made = await ask("post", "/api/studies", { ...study, title, lines });
      if (made === null) return false;
      const less = { ...lines, moves: lines.moves.slice(0, chance.below(lines.moves.length + 1)) };
      answers.set(`/api/games/${made.game_id}`, null);
      const change = { title: `${title.slice(0, 40)} again`, lines: less, version: made.version };
      return (await ask("put", `/api/studies/${made.game_id}`, change)) !== null;
    }
    case "table": {
      const made = await ask("post", "/api/games", stateOf(chance));
      if (made === null) return false;
      const at = `/api/games/${made.game_id}`;
      const [move] = made.legal_moves;
      answers.set(at, null);
      await ask("post", `${at}/moves`, { move, seat: made.to_move[0] });
      answers.set(at, null);
      return (await ask("post", `${at}/talk`, { message: chance.of(odd).slice(0, 280), seat: made.seats[0] })) !== null;
    }
  }
}

/** The part of an answer that the next request needs. */
interface Answered {
  readonly game_id: string;
  readonly version: number;
  readonly legal_moves: readonly string[];
  readonly to_move: readonly string[];
  readonly seats: readonly string[];
}
