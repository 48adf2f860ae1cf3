import { z } from "zod";
import { gameKindSchema, type Seat, seatsByKind, seatTitle } from "../../../shared/games.ts";
import { NAME_LENGTH } from "../../../shared/text.ts";
import { isToMove, type NewPlayer } from "../../games/table.ts";
import { playerName } from "../../tables/tables.ts";
import { boardFor } from "../chat-board.ts";
import { describeGame } from "../describe-game.ts";
import { gameOutput } from "../output.ts";
import { type Call, refusalAnswer, type Tool, type ToolAnswer } from "../tool.ts";
import { identityOf, nextActionText, paragraphs } from "../turn.ts";

const input = z.strictObject({
  type: z
    .enum(["computer", "human", "agent"])
    .default("computer")
    .describe("Your opponent: the built-in computer, a person at the Kibitz window, or another AI agent that joins."),
  color: z
    .enum(["white", "black", "random"])
    .default("white")
    .describe("Your side. White moves first; in other games white means the first seat (X, odd)."),
  showUi: z.boolean().optional().describe("Also show the interactive board. Default: false, true against a human."),
  difficulty: z
    .number()
    .int()
    .min(1)
    .max(10)
    .default(5)
    .describe("The computer's level, 1 (beginner) to 10 (strongest)."),
  game: gameKindSchema.default("chess").describe("Which game."),
  name: z.string().max(NAME_LENGTH).optional().describe("How you are shown; at most 40 characters."),
  fen: z.string().max(120).optional().describe("Chess only: start from this position."),
  clock: z
    .strictObject({
      initial_seconds: z.number().min(1).max(86_400).describe("Time for the whole game, per side."),
      // Without a default in the schema: forms made from it would send half a clock.
      increment_seconds: z.number().min(0).max(3_600).optional().describe("Added after each move. Default 0."),
    })
    .optional()
    .describe("A chess clock. Without it nobody runs out of time."),
  legal_moves: z.enum(["shown", "hidden"]).default("shown").describe("Whether answers list your legal moves."),
  rounds: z
    .number()
    .int()
    .min(1)
    .max(99)
    .optional()
    .describe("odd-even only: best of this odd number of rounds. Default 5."),
});

export const createGame: Tool<typeof input> = {
  name: "createGame",
  title: "Create a game",
  description:
    "Start a new game and take your seat. If you are to move (white), the answer shows the board and you call finishTurn; otherwise call waitForNextTurn. " +
    "Then alternate finishTurn and waitForNextTurn until the game is over. The computer moves by itself; never move for your opponent.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input,
  output: gameOutput,
  ui: "shows-board",
  run: async (args, call) => {
    const [first, second] = seatsByKind[args.game];
    const goesFirst = args.color === "random" ? call.random() < 0.5 : args.color === "white";
    const seat: Seat = goesFirst ? first : second;
    const me: NewPlayer = {
      kind: "agent",
      name: playerName(args.name ?? call.clientName, "Agent"),
      level: null,
      connection: call.connection,
    };
    const showUi = args.showUi ?? args.type === "human";
    const them = opponentPlayer(args.type, args.difficulty, call.personName());
    const created = await call.tables.create({
      kind: args.game,
      players: goesFirst ? [me, them] : [them, me],
      setup: { fen: args.fen, rounds: args.rounds },
      clock: args.clock
        ? { initialMs: args.clock.initial_seconds * 1000, incrementMs: (args.clock.increment_seconds ?? 0) * 1000 }
        : null,
      legalMoves: args.legal_moves,
      rematchOf: null,
      showUi,
    });
    if (!created.ok)
      return refusalAnswer(created, {
        tool: "createGame",
        arguments: {},
        text: "Call `createGame` again with the arguments corrected.",
      });
    return seatedAnswer(call, created.value, seat, {
      title: "Game Created Successfully!",
      facts: [
        `- Type: ${args.type}`,
        ...(args.type === "computer" ? [`- Level: ${args.difficulty} of 10`] : []),
        ...(args.game === "chess" ? [] : [`- Game: ${args.game}`]),
      ],
    });
  },
};

function opponentPlayer(type: "computer" | "human" | "agent", level: number, personName: string): NewPlayer {
  switch (type) {
    case "computer":
      return { kind: "computer", name: "Computer", level, connection: null };
    case "human":
      return { kind: "human", name: playerName(personName, "Human"), level: null, connection: null };
    case "agent":
      return { kind: "agent", name: null, level: null, connection: null };
  }
}

export interface Seating {
  readonly title: string;
  /** Lines of the list; the first stands above the caller's seat. */
  readonly facts: readonly string[];
}

/** The answer that seats the caller: who it is, its token, the board when it is to move, and what to do next. */
export function seatedAnswer(
  call: Call,
  sitting: Parameters<typeof describeGame>[0],
  seat: Seat,
  { title, facts }: Seating,
): ToolAnswer {
  const { table } = sitting;
  const seated = table.seats.find((each) => each.seat === seat) ?? table.seats[0];
  const token = call.authority.tokenOf(table, seated);
  const identity = identityOf(call, table, seat, undefined);
  const { answer, position, talk } = describeGame(sitting, seat, identity, call.now(), 0);
  const open = table.seats.some(({ name }) => name === null);
  const human = table.seats.some(({ kind }) => kind === "human");
  const lines = [
    title,
    `- Game ID: ${table.id}`,
    ...facts.slice(0, 1),
    `- You are: ${seatTitle(seat)}`,
    ...facts.slice(1),
    ...(token ? [`- Your seat token: ${token} (keep it; it proves that the seat is yours)`] : []),
    ...(table.showUi || human ? [`- Board for people: ${call.boardUrl(table.id)}`] : []),
    ...(open
      ? ["- The other seat is open: a person copies the join prompt from the Kibitz dashboard into a second assistant."]
      : []),
  ];
  const yours = isToMove(table, seat) || table.outcome !== null;
  return {
    text: paragraphs(lines.join("\n"), yours ? position : null, talk, nextActionText(answer.next_action)),
    structured: { ...answer, ...(token ? { seat_token: token } : {}) },
    board: boardFor(sitting, call.authority, call.now(), true),
  };
}
