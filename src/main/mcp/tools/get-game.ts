import { z } from "zod";
import { type Seat, seatTitle } from "../../../shared/terms.ts";
import { quoted } from "../../../shared/text.ts";
import { isToMove, outcomeIn } from "../../tables/machine/table.ts";
import { gamePgn } from "../../views/game-pgn.ts";
import { historyOf } from "../../views/game-view.ts";
import { describeGame } from "../describe-game.ts";
import { listGamesNext } from "../next-action.ts";
import { fullGameOutput } from "../output.ts";
import { refusalAnswer, type Tool } from "../tool.ts";
import { identityOf, nextActionText, paragraphs } from "../turn.ts";
import { gameId, seatToken } from "./arguments.ts";

const input = z.strictObject({ game_id: gameId, seat_token: seatToken });

export const getGame: Tool<typeof input> = {
  name: "getGame",
  title: "Look at a game",
  description: "The position, players, moves, talk and PGN of a game, without changing anything. Also for spectators.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: fullGameOutput,
  run: async ({ game_id, seat_token }, call) => {
    const found = await call.tables.get(game_id);
    if (!found.ok) return refusalAnswer(found, listGamesNext());
    const game = found.value;
    const { table } = game;
    const seated = call.authority.seatOf(table, call.credentials(seat_token));
    // Looking on needs no seat; a token that is wrong is worth a word.
    if (!seated.ok && seat_token !== undefined) return refusalAnswer(seated, listGamesNext());
    const viewer: Seat | null = seated.ok ? seated.value.seat : null;
    const identity = viewer ? identityOf(call, table, viewer, seat_token) : { game_id };
    const { answer, position, talk } = describeGame(game, viewer, identity, call.now(), 0);
    const next = answer.next_action;
    const pgn = gamePgn(game);
    const head = [
      `Game ${table.id} (${table.kind})`,
      ...table.seats.map(
        (each) =>
          `- ${seatTitle(each.seat)}: ${each.name === null ? "(seat open)" : quoted(each.name)}, ${each.kind}${each.settings.level ? ` level ${each.settings.level}` : ""}`,
      ),
      viewer ? `- You are: ${seatTitle(viewer)}` : "- You are a spectator.",
      ...(table.outcome ? [`Game Over: ${outcomeIn(table)}.`] : []),
      ...(viewer && isToMove(table, viewer) ? ["It is your turn."] : []),
    ];
    return {
      text: paragraphs(
        head.join("\n"),
        position,
        talk,
        pgn && `\`\`\`pgn\n${pgn.trim()}\n\`\`\``,
        nextActionText(next),
      ),
      structured: {
        ...answer,
        next_action: next,
        players: Object.fromEntries(
          table.seats.map((each) => [
            each.seat,
            { kind: each.kind, name: each.name ?? "(seat open)", illegal_moves: each.illegal },
          ]),
        ),
        history: historyOf(game, viewer).map(({ clock: _, ...move }) => move),
        ...(pgn ? { pgn } : {}),
      },
    };
  },
};
