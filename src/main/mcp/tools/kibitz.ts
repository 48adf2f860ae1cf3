import { z } from "zod";
import { invalid } from "../../../shared/result.ts";
import { TALK_LENGTH } from "../../../shared/text.ts";
import { playerName } from "../../games/names.ts";
import { refusalAnswer } from "../answer.ts";
import { gameAnswer } from "../game-answer.ts";
import { listGamesNext, nextCall, watchNext } from "../next-action.ts";
import { briefOutput } from "../output.ts";
import { spectatorAt } from "../reader.ts";
import { defineTool } from "../tool.ts";
import { gameId } from "./arguments.ts";

export const kibitz = defineTool({
  name: "kibitz",
  toolsets: ["play"],
  title: "Remark on a game",
  icon: "talk",
  description:
    "A spectator's remark: people who watch and other spectators see it at once, the players only when the game is over. Players use say.",
  input: z.strictObject({
    game_id: gameId,
    message: z.string().min(1).max(TALK_LENGTH).describe("Your remark on the game, at most 280 characters."),
  }),
  output: briefOutput,
  run: async ({ game_id, message }, call) => {
    const found = await call.games.get(game_id);
    if (!found.ok) return refusalAnswer(found, listGamesNext());
    const reader = spectatorAt(call, found.value);
    const { state } = found.value;
    if (reader.plays && state.outcome === null)
      return refusalAnswer(playing, nextCall("say", { game_id, message }, "Say it to the table"));
    const name = playerName(call.clientName, "Spectator");
    const done = await call.games.kibitz(game_id, name, message, call.connection);
    if (!done.ok) return refusalAnswer(done, watchNext(game_id, state.ply));
    return gameAnswer(done.value, reader, { message: "Remarked.", position: false });
  },
});

const playing = invalid("You play in this game. Spectators remark with kibitz; players speak with say");
