import { z } from "zod";
import { seatTitle } from "../../../shared/terms.ts";
import { quoted } from "../../../shared/text.ts";
import { isToMove, outcomeIn, type Seated } from "../../games/machine/game-state.ts";
import { seenMoves } from "../../games/seen-moves.ts";
import { gamePgnForAgents } from "../../views/game-pgn.ts";
import { bySeat, historyOf } from "../../views/game-view.ts";
import { refusalAnswer } from "../answer.ts";
import { gameAnswer } from "../game-answer.ts";
import { listGamesNext } from "../next-action.ts";
import { fullGameOutput, toldMove } from "../output.ts";
import { movesText, recentBeside, styleFor } from "../position-text.ts";
import { findSeat, playerAt, spectatorAt } from "../reader.ts";
import { nameOf } from "../titles.ts";
import { defineTool } from "../tool.ts";
import { seatlessAnswer } from "../turn-answers.ts";
import { gameId, seatToken } from "./arguments.ts";

export const getGame = defineTool({
  name: "getGame",
  toolsets: ["play"],
  title: "Look at a game",
  icon: "board",
  description: "The position, players, moves, talk and PGN of a game, without changing anything. Also for spectators.",
  readOnly: true,
  input: z.strictObject({ game_id: gameId, seat_token: seatToken }),
  output: fullGameOutput,
  run: async ({ game_id, seat_token }, call) => {
    const found = await findSeat(call, game_id, seat_token, true);
    if (!found.ok) return refusalAnswer(found, listGamesNext());
    const { game, held } = found.value;
    const { state } = game;
    // Looking on needs no seat; a token that is wrong is worth a word.
    if (!held.ok && seat_token !== undefined) return seatlessAnswer(held, call, state, seat_token);
    const known = held.ok ? playerAt(call, game, held.value, seat_token) : spectatorAt(call, game);
    const reader = { ...known, handing: fromTheBeginning, everything: true };
    const { seat } = reader;
    const moves = seenMoves(game, seat);
    const history = historyOf(game, seat).map(({ clock: _, ...move }) => toldMove(move));
    const pgn = gamePgnForAgents(game);
    const lines = [
      ...state.seats.map(playerLine),
      seat ? `- You are: ${seatTitle(seat)}` : "- You are a spectator.",
      ...(state.outcome ? [`Game Over: ${outcomeIn(state)}.`] : []),
      ...(seat && isToMove(state, seat) ? ["It is your turn."] : []),
      // Beside the position stand the last ones.
      ...(pgn || history.length <= recentBeside(styleFor(state, seat))
        ? []
        : [`- All moves: ${movesText(state, moves)}`]),
    ];
    return gameAnswer(game, reader, {
      message: `Game ${state.id} (${state.kind})`,
      lines: [...lines, ...(pgn ? [`\n\`\`\`pgn\n${pgn.trim()}\n\`\`\``] : [])],
      position: true,
      more: {
        players: bySeat(state, (seated) => ({
          kind: seated.kind,
          name: nameOf(seated),
          illegal_moves: seated.illegal,
        })),
        history,
        ...(pgn ? { pgn } : {}),
      },
    });
  },
});

/** Everything is told, and nothing is taken for heard by it. */
const fromTheBeginning = { since: 0, isRepeat: () => {}, handed: () => {} };

function playerLine({ seat, name, kind, settings }: Seated): string {
  const level = settings.level ? ` level ${settings.level}` : "";
  return `- ${seatTitle(seat)}: ${name === null ? "(seat open)" : quoted(name)}, ${kind}${level}`;
}
