import { z } from "zod";
import { optionFields, optionsFor } from "../../../games/options.ts";
import { gameOf, games } from "../../../games/register.ts";
import { type Seat, seatTitle } from "../../../shared/terms.ts";
import { NAME_LENGTH } from "../../../shared/text.ts";
import type { LiveGame } from "../../tables/live-game.ts";
import type { NewPlayer } from "../../tables/machine/create.ts";
import { isToMove, seatedAt } from "../../tables/machine/table.ts";
import { playerName } from "../../tables/names.ts";
import { joinPrompt } from "../../views/join-prompt.ts";
import { boardFor } from "../chat-board.ts";
import { describeGame } from "../describe-game.ts";
import { gameOutput, type NextAction } from "../output.ts";
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
  game: z
    .enum(games.map(({ kind }) => kind))
    .default(games[0].kind)
    .describe("Which game."),
  name: z.string().max(NAME_LENGTH).optional().describe("How you are shown; at most 40 characters."),
  ...optionFields(games),
  clock: z
    .strictObject({
      initial_seconds: z.number().min(1).max(86_400).describe("Time for the whole game, per side."),
      // Without a default in the schema: forms made from it would send half a clock.
      increment_seconds: z.number().min(0).max(3_600).optional().describe("Added after each move. Default 0."),
    })
    .optional()
    .describe("A chess clock. Without it nobody runs out of time."),
  legal_moves: z.enum(["shown", "hidden"]).default("shown").describe("Whether answers list your legal moves."),
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
    const game = gameOf(args.game);
    const [first, second] = game.seats;
    const goesFirst = args.color === "random" ? call.random() < 0.5 : args.color === "white";
    const seat: Seat = goesFirst ? first : second;
    const me: NewPlayer = {
      kind: "agent",
      name: playerName(args.name ?? call.clientName, "Agent"),
      settings: {},
      connection: call.connection,
    };
    const options = optionsFor(game, games, args);
    if (!options.ok) return refusalAnswer(options, correctedNext);
    const them = opponentPlayer(args.type, args.difficulty, call.personName());
    const created = await call.tables.create(
      {
        kind: args.game,
        players: goesFirst ? [me, them] : [them, me],
        options: options.value,
        clock: args.clock
          ? { initialMs: args.clock.initial_seconds * 1000, incrementMs: (args.clock.increment_seconds ?? 0) * 1000 }
          : null,
        legalMoves: args.legal_moves,
        rematchOf: null,
        showUi: args.showUi ?? null,
      },
      { maker: { agent: call.connection } },
    );
    if (!created.ok) return refusalAnswer(created, correctedNext);
    return seatedAnswer(call, created.value, seat, {
      title: "Game Created Successfully!",
      facts: [
        `- Type: ${args.type}`,
        ...(args.type === "computer" ? [`- Level: ${args.difficulty} of 10`] : []),
        ...(game === games[0] ? [] : [`- Game: ${args.game}`]),
      ],
      isProven: true,
    });
  },
};

const correctedNext: NextAction = {
  tool: "createGame",
  arguments: {},
  text: "Call `createGame` again with the arguments corrected.",
};

function opponentPlayer(type: "computer" | "human" | "agent", level: number, personName: string): NewPlayer {
  switch (type) {
    case "computer":
      return { kind: "computer", name: "Computer", settings: { level }, connection: null };
    case "human":
      return { kind: "human", name: playerName(personName, "Human"), settings: {}, connection: null };
    case "agent":
      return { kind: "agent", name: null, settings: {}, connection: null };
  }
}

export interface Seating {
  readonly title: string;
  /** Lines of the list; the first stands above the caller's seat. */
  readonly facts: readonly string[];
  /** Whether the caller has shown by more than its connection that the seat is its own, so that it may hear the token. */
  readonly isProven: boolean;
}

/** The answer that seats the caller: who it is, its token, the board when it is to move, and what to do next. */
export function seatedAnswer(call: Call, game: LiveGame, seat: Seat, { title, facts, isProven }: Seating): ToolAnswer {
  const { table } = game;
  const token = isProven ? call.authority.tokenOf(table, seatedAt(table, seat)) : null;
  const identity = identityOf(call, table, seat, undefined);
  const { answer, position, talk } = describeGame(game, seat, identity, call.now(), 0);
  const [code = null] = table.seats
    .map((each) => (each.generation === 1 ? call.authority.joinCodeOf(table, each) : null))
    .filter((each) => each !== null);
  const prompt = code && isProven ? joinPrompt(table.id, code) : null;
  const human = table.seats.some(({ kind }) => kind === "human");
  const lines = [
    title,
    `- Game ID: ${table.id}`,
    ...facts.slice(0, 1),
    `- You are: ${seatTitle(seat)}`,
    ...facts.slice(1),
    ...(token ? [`- Your seat token: ${token} (keep it; it proves that the seat is yours)`] : []),
    ...(table.showUi || human ? [`- Board for people: ${call.boardUrl(table.id)}`] : []),
    ...(prompt ? [`- The other seat is open. A person gives this join prompt to a second assistant: ${prompt}`] : []),
  ];
  const yours = isToMove(table, seat) || table.outcome !== null;
  return {
    text: paragraphs(lines.join("\n"), yours ? position : null, talk, nextActionText(answer.next_action)),
    structured: { ...answer, ...(token ? { seat_token: token } : {}), ...(prompt ? { join_prompt: prompt } : {}) },
    board: boardFor(game, call.authority, call.now(), true),
  };
}
