import { z } from "zod";
import { whole } from "../../../shared/schemas.ts";
import { seatTitle } from "../../../shared/terms.ts";
import { quote } from "../../../shared/text.ts";
import { type LiveGame, seenMoves } from "../../games/live-game.ts";
import * as machine from "../../games/machine/game-state.ts";
import { formatCursor, readCursor } from "../../live/cursor.ts";
import { gamePgnForAgents } from "../../views/export/game-pgn.ts";
import { bySeat, historyOf, summaryOf } from "../../views/game/game-view.ts";
import { answerFrom, listGamesNext, type NextAction, nextCall, refusalAnswer } from "../answers/answer.ts";
import { gameAnswer } from "../answers/game-answer.ts";
import { movesText, nameOf, playerTitle, recentBeside, styleFor } from "../answers/position-text.ts";
import { findSeat, identityOf, playerAt, spectatorAt } from "../answers/reader.ts";
import { holdsSeat, seatlessAnswer } from "../answers/turn-answers.ts";
import type { Call } from "./call.ts";
import { aboutGame, fullGameOutput, gameListOutput, seatListOutput, toldMove } from "./fields.ts";
import { defineTool } from "./tool.ts";

export const listGames = defineTool({
  name: "listGames",
  toolsets: ["play"],
  title: "List games",
  icon: "list",
  description: "Games at this table, newest first, with their players and results.",
  readOnly: true,
  input: z.strictObject({
    status: z
      .enum(["live", "finished", "open", "all"])
      .default("all")
      .describe("live: both seats taken and not over; open: a seat is free; finished: over."),
    limit: whole(1, 100).default(20).describe("How many, 1–100; newest first."),
    cursor: z.string().max(100).optional().describe("next_cursor of the page before."),
  }),
  output: gameListOutput,
  run: async ({ status, limit, cursor }, call) => {
    const after = readCursor(cursor);
    if (!after.ok) return refusalAnswer(after, nextCall("listGames", { status, limit }, "Begin with the first page"));
    const { games: page, next: begins } = await call.games.list({ status, limit, after: after.value });
    const nextCursor = begins && formatCursor(begins);
    // A seat that was freed is for whoever is given its new join code.
    const open = page.find((state) => machine.openSeat(state)?.generation === 1 && !holdsSeat(call, state));
    const seats = heldSeats(call);
    const join = open
      ? nextCall("joinGame", { game_id: open.id }, "Take an open seat, or start a game with createGame")
      : null;
    const isPlaying = seats.some(({ game }) => machine.statusOf(game.state) === "live");
    const next = (isPlaying ? ownGames : join) ?? (seats.length > 0 ? ownGames : null);
    const lines = page.map(
      (state) =>
        `- ${state.id} (${state.kind}, ${machine.statusOf(state)}): ${state.seats.map(briefPlayer).join(" – ")}, ${stateLine(state)}`,
    );
    return answerFrom({
      message: lines.length > 0 ? "" : "There are no such games yet.",
      paragraphs: [lines.join("\n"), nextCursor && `There are more: pass cursor “${nextCursor}” for the next page.`],
      fields: { games: page.map(summaryOf), next_cursor: nextCursor },
      next,
      end: "To play, call createGame; to look on, call watchGame with a game_id.",
    });
  },
});

/** Names neither game nor token: another conversation of the same connection may hold the seat. */
const ownGames = nextCall("myGames", {}, "Find the game that you are in, or start another with createGame");

const briefPlayer = ({ seat, name, kind }: machine.SeatState) =>
  `${seatTitle(seat)} ${name === null ? "(seat open)" : quote(name)} (${kind})`;
const stateLine = (state: machine.GameState) =>
  state.outcome
    ? machine.outcomeIn(state)
    : `ply ${state.ply}, ${machine.toMove(state).map(seatTitle).join(" and ")} to move`;

export const getGame = defineTool({
  name: "getGame",
  toolsets: ["play"],
  title: "Look at a game",
  icon: "board",
  description: "The position, players, moves, talk and PGN of a game, without changing anything. Also for spectators.",
  readOnly: true,
  input: z.strictObject({ ...aboutGame }),
  output: fullGameOutput,
  run: async ({ game_id, seat_token }, call) => {
    const search = await findSeat(call, game_id, seat_token, true);
    if (!search.ok) return refusalAnswer(search, listGamesNext());
    const { game, holding } = search.value;
    const { state } = game;
    // A spectator needs no seat, but a wrong token is refused.
    if (!holding.ok && seat_token !== undefined) return seatlessAnswer(holding, call, state, seat_token);
    const usual = holding.ok ? playerAt(call, game, holding.value, seat_token) : spectatorAt(call, game);
    const reader = { ...usual, talk: fromTheBeginning, everything: true };
    const { seat } = reader;
    const moves = seenMoves(game, seat);
    const history = historyOf(game, seat).map(({ clock: _, ...move }) => toldMove(move));
    const pgn = gamePgnForAgents(game);
    const lines = [
      ...state.seats.map(playerLine),
      seat ? `- You are: ${seatTitle(seat)}` : "- You are a spectator.",
      ...(state.outcome ? [`Game Over: ${machine.outcomeIn(state)}.`] : []),
      ...(seat && machine.isToMove(state, seat) ? ["It is your turn."] : []),
      // The last moves are in the text of the position already.
      ...(pgn || history.length <= recentBeside(styleFor(state, seat))
        ? []
        : [`- All moves: ${movesText(state, moves)}`]),
    ];
    return gameAnswer(game, reader, {
      message: `Game ${state.id} (${state.kind})`,
      lines: [...lines, ...(pgn ? [`\n\`\`\`pgn\n${pgn.trim()}\n\`\`\``] : [])],
      position: true,
      more: {
        players: bySeat(state, (each) => ({
          kind: each.kind,
          name: nameOf(each),
          illegal_moves: each.illegal,
        })),
        history,
        ...(pgn ? { pgn } : {}),
      },
    });
  },
});

/** Returns all talk, and marks none of it as delivered. */
const fromTheBeginning = { since: 0, isRepeat: () => {}, noteDelivery: () => {} };

function playerLine({ seat, name, kind, settings }: machine.SeatState): string {
  const level = settings.level ? ` level ${settings.level}` : "";
  return `- ${seatTitle(seat)}: ${name === null ? "(seat open)" : quote(name)}, ${kind}${level}`;
}

const MOST_GAMES = 50;

export const myGames = defineTool({
  name: "myGames",
  toolsets: ["play"],
  title: "Find your games again",
  icon: "list",
  description:
    "The unfinished games in which you hold a seat, and whose turn it is: where to go on after a lost context.",
  readOnly: true,
  input: z.strictObject({}),
  output: seatListOutput,
  run: async (_, call) => {
    const newest = heldSeats(call).slice(0, MOST_GAMES);
    const games = newest.map(({ game: { state }, seat }) => ({
      game_id: state.id,
      game: state.kind,
      you: seat,
      your_turn: machine.isToMove(state, seat),
      ply: state.ply,
      opponent: { kind: machine.opponentOf(state, seat).kind, name: machine.opponentOf(state, seat).name },
    }));
    const lines = newest.map(({ game: { state }, seat }) => {
      const whose = machine.isToMove(state, seat) ? "your turn" : "waiting for the opponent";
      return `- ${state.id} (${state.kind}): you are ${seatTitle(seat)} against ${playerTitle(machine.opponentOf(state, seat))}, ply ${state.ply}, ${whose}`;
    });
    const none =
      call.connection === null
        ? "This client has no connection by which its seats are known. Call getGame with the game_id and the seat_token that you were given."
        : "You hold no seat in an unfinished game.";
    return answerFrom({
      message: lines.length > 0 ? "" : none,
      paragraphs: [lines.join("\n")],
      fields: { games },
      next: goOnNext(newest) ?? listGamesNext(),
    });
  },
});

/** The next call in a game of the caller's; null for none. Names no token where it holds both seats of each game. */
function goOnNext(seats: readonly HeldSeat[]): NextAction {
  const isOnly = ({ game }: HeldSeat) => seats.filter((other) => other.game.state.id === game.state.id).length === 1;
  const clear = seats.find(isOnly);
  if (clear) {
    const { game, seat, token } = clear;
    const tool = machine.isToMove(game.state, seat) ? "getGame" : "waitForNextTurn";
    return nextCall(tool, identityOf(game, seat, token), "Go on");
  }
  const [unclear] = seats;
  if (!unclear) return null;
  return nextCall(
    "waitForNextTurn",
    { game_id: unclear.game.state.id, seat_token: "<your own>" },
    "Both seats are held over this connection. Go on with the token in the answer that seated you",
  );
}

interface HeldSeat {
  readonly game: LiveGame;
  readonly seat: string;
  /** The token that identifies it, where the connection alone does not. */
  readonly token: string | undefined;
}

/** The caller's seats, by connection and by token; those that are to move first. */
function heldSeats(call: Call): readonly HeldSeat[] {
  const { connection, games, authority, shownTokens } = call;
  if (connection === null) return [];
  const bySeat = new Map<string, HeldSeat>();
  for (const { gameId, token } of shownTokens.of(connection)) {
    const game = games.inMemory(gameId);
    if (!game || game.state.outcome) continue;
    const own = authority.seatOf(game.state, { token, connection });
    if (own.ok && own.value.by === "token")
      bySeat.set(`${gameId} ${own.value.seat}`, { game, seat: own.value.seat, token });
  }
  for (const game of games.unfinished())
    for (const place of game.state.seats)
      if (place.kind === "agent" && place.connection === connection && !bySeat.has(`${game.state.id} ${place.seat}`))
        bySeat.set(`${game.state.id} ${place.seat}`, { game, seat: place.seat, token: undefined });
  const turn = ({ game, seat }: HeldSeat) => Number(machine.isToMove(game.state, seat));
  return [...bySeat.values()].toSorted((one, other) => turn(other) - turn(one));
}
