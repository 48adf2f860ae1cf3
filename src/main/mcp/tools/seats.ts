import { z } from "zod";
import type { About } from "../../../games/game.ts";
import { optionFields, optionsFor } from "../../../games/options.ts";
import { definitionOf, definitions } from "../../../games/register.ts";
import { invalid, type Refusal } from "../../../shared/result.ts";
import { clockRequest, whole } from "../../../shared/schemas.ts";
import { positionViews, type Seat, seatTitle } from "../../../shared/terms.ts";
import type { Holding } from "../../games/authority.ts";
import { givenName, newPlayerOf } from "../../games/game-factory.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { timeControl } from "../../games/machine/clock.ts";
import { type GameState, isToMove, openSeat, outcomeIn, seatedAt, toMove } from "../../games/machine/game-state.ts";
import type { NewPlayer } from "../../games/machine/seats.ts";
import { joinPrompt } from "../../views/game/join-prompt.ts";
import { joinNext, listGamesNext, refusalAnswer, type ToolAnswer, watchNext } from "../answers/answer.ts";
import { gameAnswer } from "../answers/game-answer.ts";
import { opensSeat, playerAt, wantsBoard } from "../answers/reader.ts";
import { holdsSeat, partedAnswer } from "../answers/turn-answers.ts";
import type { Call } from "./call.ts";
import { gameId, gameOutput, nameArgument, seatToken } from "./fields.ts";
import { defineTool } from "./tool.ts";

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
    clock: clockRequest.optional().describe("A clock; with a person it starts after both first moves."),
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
  /** Whether the caller has proved the seat its own, so that it may see the token: usually by a token. */
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
  const prompt = isProven ? joinPromptOf(call, state) : null;
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
  // The token is needed where the call alone does not tell the seat, or will not once another chat has taken the open
  // one over the same connection; and by a caller without a connection whose answers carry the person's board.
  const moves = wantsBoard(state, call) || (hasPerson && call.forms);
  const asks = hasPerson ? "would rather answer here than on the board" : "wants to make your moves";
  const notes = [
    ...(call.background && !state.outcome ? [inBackground] : []),
    ...(call.forms && !state.outcome
      ? [`Only if your person ${asks}: askPerson ${JSON.stringify({ game_id: state.id })}`]
      : []),
  ];
  const isNeeded = !opensSeat(call, state, seat) || openSeat(state) !== null || (call.connection === null && moves);
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
function joinPromptOf({ authority }: Call, state: GameState): string | null {
  const open = openSeat(state);
  const code = open?.generation === 1 ? authority.joinCodeOf(state, open) : null;
  return code && joinPrompt(state.id, code);
}

export const joinGame = defineTool({
  name: "joinGame",
  toolsets: ["play"],
  title: "Join a game",
  inEveryGame: true,
  icon: "join",
  description:
    "Take the open seat of a game that another agent or a person set up, or come back to your own seat with its seat_token. " +
    "Then call finishTurn when it is your turn and waitForNextTurn when it is not.",
  input: z.strictObject({
    game_id: gameId,
    name: nameArgument,
    join_code: z
      .string()
      .max(40)
      .optional()
      .describe("From the join prompt: takes the open seat, also where another chat of your host has the other one."),
    seat_token: seatToken,
  }),
  output: gameOutput,
  ui: "shows-board",
  run: async ({ game_id, name, join_code, seat_token }, call) => {
    const credentials = call.credentials(seat_token);
    const displayName = givenName(name, call.clientName ?? "Agent");
    if (!displayName.ok) {
      const secrets = { ...(join_code ? { join_code } : {}), ...(seat_token ? { seat_token } : {}) };
      return refusalAnswer(displayName, joinNext(game_id, secrets));
    }
    const entry = await call.games.join(game_id, displayName.value, credentials, join_code);
    if (!entry.ok) return notJoined(entry, call, game_id, seat_token);
    const { game, seat, back } = entry.value;
    const { state } = game;
    const movers = toMove(state).map(seatTitle).join(" and ");
    return seatedAnswer(call, game, {
      seat,
      // A connection may be shared: by it alone, nobody is told the token of what may be another conversation's seat.
      by: back && seat_token === undefined ? "connection" : "token",
      title: back ? `Joined Game ${game_id} Successfully (welcome back)` : `Joined Game ${game_id} Successfully`,
      facts: state.outcome ? [`- Game Over: ${outcomeIn(state)}.`] : [`- To move: ${movers}`],
      showsPosition: true,
    });
  },
});

/** Whether each agent's seat is held over an open connection, so that the caller, who holds none, can only look on. */
async function everyAgentIsThere({ connections }: Call, { seats }: GameState): Promise<boolean> {
  const agents = seats.filter(({ kind }) => kind === "agent").map(({ connection }) => connection);
  const open = agents.filter((connection) => connection !== null);
  await connections.lookUp(open);
  return open.length === agents.length && open.every((connection) => connections.isOpen(connection));
}

async function notJoined(refusal: Refusal, call: Call, gameId: string, token: string | undefined): Promise<ToolAnswer> {
  if (refusal.code === "GAME_NOT_FOUND") return refusalAnswer(refusal, listGamesNext());
  const game = await call.games.state(gameId);
  if (game.ok && call.authority.wasFreed(game.value, call.credentials(token))) return partedAnswer(refusal);
  // The holder of the seat, or a caller with a token, is not led away to watch.
  const mayPlay = game.ok && (token !== undefined || holdsSeat(call, game.value));
  if (refusal.code === "SEAT_REQUIRED" && mayPlay) return refusalAnswer(refusal, null);
  if (refusal.code !== "SEAT_TAKEN") return refusalAnswer(refusal, watchNext(gameId));
  const full = { ...refusal, message: `${refusal.message}. You can watch instead` };
  if (!game.ok || (await everyAgentIsThere(call, game.value))) return refusalAnswer(full, watchNext(gameId));
  const own = JSON.stringify({ game_id: gameId, seat_token: "<your seat_token>" });
  const look = call.tools.has("watchGame") ? ` To look on, call watchGame ${JSON.stringify({ game_id: gameId })}` : "";
  return refusalAnswer(
    full,
    null,
    `If one of the seats is yours, call joinGame ${own}; without the token, ask the person to free the seat on the ` +
      `Kibitz dashboard and to give you its new join code.${look}`,
  );
}
