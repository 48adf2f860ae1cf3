import { z } from "zod";
import type { About } from "../../../games/game.ts";
import { optionFields, optionsFor } from "../../../games/options.ts";
import { definitionOf, definitions } from "../../../games/register.ts";
import { invalid, type Refusal } from "../../../shared/result.ts";
import { whole } from "../../../shared/schemas.ts";
import { positionViews, type Seat, seatTitle } from "../../../shared/terms.ts";
import type { Holding } from "../../games/authority.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { timeControl } from "../../games/machine/clock.ts";
import type { NewPlayer } from "../../games/machine/create.ts";
import { type GameState, isToMove, openSeat, seatedAt } from "../../games/machine/game-state.ts";
import { givenName, newPlayerOf } from "../../games/names.ts";
import { joinPrompt } from "../../views/join-prompt.ts";
import { refusalAnswer, type ToolAnswer } from "../answer.ts";
import type { Call } from "../call.ts";
import { gameAnswer } from "../game-answer.ts";
import { listGamesNext } from "../next-action.ts";
import { gameOutput } from "../output.ts";
import { playerAt, wantsBoard } from "../reader.ts";
import { nameArgument } from "../schema.ts";
import { defineTool } from "../tool.ts";

export const createGame = defineTool({
  name: "createGame",
  toolsets: ["play"],
  title: "Create a game",
  inEveryGame: true,
  icon: "create",
  description:
    "Start a game and take your seat. Then alternate finishTurn, if you are to move, and waitForNextTurn until the game is over. " +
    "The computer moves by itself; never move for your opponent.",
  input: z.strictObject({
    type: z
      .enum(["computer", "human", "agent"])
      .default("computer")
      .describe("Your opponent: the computer, a person at the window, or another agent."),
    color: z
      .enum([...new Set(["white", "black", "random", ...definitions.flatMap(({ seats }) => seats)])])
      .default("white")
      .describe("Your side; white is the first seat of any game, black its second."),
    showUi: z.boolean().optional().describe("Show the person the board here, where your host can."),
    difficulty: whole(1, 10).default(5).describe("The computer's level, 1 (weakest) to 10."),
    game: z
      .enum(definitions.map(({ kind }) => kind))
      .default(definitions[0].kind)
      .describe("Which game."),
    name: nameArgument,
    ...optionFields(definitions),
    clock: z
      .strictObject({
        initial_seconds: z.number().min(1).max(86_400).describe("For the whole game, per side."),
        // Without a default in the schema: forms made from it would send half a clock.
        increment_seconds: z.number().min(0).max(3_600).optional().describe("Added after each move."),
      })
      .optional()
      .describe("A clock; with a person it starts after both first moves."),
    legal_moves: z.enum(["shown", "hidden"]).default("shown").describe("Whether to list your legal moves."),
    view: z
      .enum(positionViews)
      .default("full")
      .describe(
        "How you read positions: full: a table; compact: a letter grid, moves in SAN; fen: one line; none: moves only.",
      ),
    analysis: z.boolean().default(false).describe("Whether players may use the analysis tools; recorded."),
    open_thoughts: z.boolean().optional().describe("Whether spectators see thoughts at once."),
  }),
  output: gameOutput,
  ui: "shows-board",
  run: async (args, call) => {
    const name = givenName(args.name, call.clientName ?? "Agent");
    if (!name.ok) return notCreated(name);
    const definition = definitionOf(args.game);
    const [first, second] = definition.seats;
    const sides: Readonly<Record<string, Seat>> = {
      white: first,
      black: second,
      [first]: first,
      [second]: second,
      random: call.random() < 0.5 ? first : second,
    };
    const seat = sides[args.color];
    if (seat === undefined) return notCreated(noSide(args.color, definition));
    const goesFirst = seat === first;
    const me: NewPlayer = {
      kind: "agent",
      name: name.value,
      settings: {},
      view: args.view,
      connection: call.connection,
    };
    const options = optionsFor(definition, definitions, args);
    if (!options.ok) return notCreated(options);
    const them = newPlayerOf({ kind: args.type, level: args.difficulty }, call.personName());
    const creation = await call.games.create(
      {
        kind: args.game,
        players: goesFirst ? [me, them] : [them, me],
        options: options.value,
        clock: args.clock ? timeControl(args.clock) : null,
        legalMoves: args.legal_moves,
        rematchOf: null,
        showUi: args.showUi ?? null,
        playersMayAnalyse: args.analysis,
        openThoughts: args.open_thoughts,
      },
      { creator: { agent: call.connection } },
    );
    if (!creation.ok) return notCreated(creation);
    return seatedAnswer(call, creation.value, {
      seat,
      by: "token",
      title: "Game Created Successfully!",
      facts: [
        `- Type: ${args.type}`,
        ...(args.type === "computer" ? [`- Level: ${args.difficulty} of 10`] : []),
        ...(definition === definitions[0] ? [] : [`- Game: ${args.game}`]),
      ],
    });
  },
});

/** The caller has to correct its arguments: the same call without them would create another game. */
const notCreated = (refusal: Refusal): ToolAnswer =>
  refusalAnswer(refusal, refusal.code === "INVALID_ARGUMENT" ? null : listGamesNext());

function noSide(color: string, { title, seats }: Pick<About, "title" | "seats">): Refusal {
  const others = definitions
    .filter((definition) => definition.seats.some((seat) => seat === color))
    .map((definition) => definition.title.toLowerCase());
  return invalid(
    `“${color}” is no side of ${title.toLowerCase()}, whose sides are ${seats.join(" or ")}. ` +
      `${color} is a side of ${others.join(" and ")}: name the game as well`,
  );
}

interface Seating extends Holding {
  readonly title: string;
  /** Lines of the list; the first stands above the caller's seat. */
  readonly facts: readonly string[];
  /** Whether the position is told also where the caller is not to move. */
  readonly showsPosition?: boolean;
  /**
   * Whether the caller has proved by more than its connection that the seat is its own, so that it may see the token:
   * usually where it holds the seat by a token.
   */
  readonly isProven?: boolean;
}

/** The answer that seats the caller: its seat, its token, the board when it is to move, and the next step. */
export function seatedAnswer(
  call: Call,
  game: LiveGame,
  { seat, by, title, facts, showsPosition = false, isProven = by === "token" }: Seating,
): ToolAnswer {
  const { state } = game;
  const token = isProven ? call.authority.tokenOf(state, seatedAt(state, seat)) : null;
  const prompt = isProven ? promptFor(call, state) : null;
  const hasPerson = state.seats.some(({ kind }) => kind === "human");
  const url = state.showUi || hasPerson ? call.boardUrl(state.id) : null;
  const lines = [
    `- Game ID: ${state.id}`,
    ...facts.slice(0, 1),
    `- You are: ${seatTitle(seat)}`,
    ...facts.slice(1),
    ...(token ? [`- Your seat token: ${token} (keep it: it proves that the seat is yours)`] : []),
    ...(url ? [`- Board for people: ${url}`] : []),
    ...(prompt ? [`- The other seat is open. Join prompt, for a person to give to a second assistant: ${prompt}`] : []),
  ];
  // The token is needed where another chat may still take the open seat over the same connection, which then no longer
  // tells whose call it is; and by a caller without a connection whose answers carry the person's board.
  const moves = wantsBoard(state, call) || (hasPerson && call.forms);
  const asks = hasPerson ? "would rather answer here than on the board" : "wants to make your moves";
  const notes = [
    ...(call.background && !state.outcome ? [inBackground] : []),
    ...(call.forms && !state.outcome
      ? [`Only if your person ${asks}: askPerson ${JSON.stringify({ game_id: state.id })}`]
      : []),
  ];
  const isNeeded = openSeat(state) !== null || (call.connection === null && moves);
  const shownToken = token && isNeeded ? token : undefined;
  // Somebody else may have played for the seat before, or this caller may have lost what it was told.
  const reader = { ...playerAt(call, game, { seat, by }, shownToken), isNew: true };
  return gameAnswer(game, reader, {
    message: title,
    lines,
    notes,
    position: showsPosition || isToMove(state, seat) || state.outcome !== null,
    more: {
      ...(token ? { seat_token: token } : {}),
      ...(url ? { board_url: url } : {}),
      ...(prompt ? { join_prompt: prompt } : {}),
    },
  });
}

/** Said before the first wait: a notification that wakes a model is not its person's word. */
const inBackground =
  "Your person wants you to play this game to its end. Waits go on in the background: end your turn then, and when you " +
  "are notified of a move, play on";

/** The join prompt for a second assistant; null where no seat is open, or one that a person freed. */
function promptFor({ authority }: Call, state: GameState): string | null {
  const open = openSeat(state);
  const code = open?.generation === 1 ? authority.joinCodeOf(state, open) : null;
  return code && joinPrompt(state.id, code);
}
