import type { Toolset } from "../../../shared/toolsets.ts";
import { prepareTool } from "../tool.ts";
import { answerTakeback } from "./answer-takeback.ts";
import { createGame } from "./create-game.ts";
import { finishTurn } from "./finish-turn.ts";
import { getGame } from "./get-game.ts";
import { joinGame } from "./join-game.ts";
import { listGames } from "./list-games.ts";
import { offerDraw } from "./offer-draw.ts";
import { rematch } from "./rematch.ts";
import { resignGame } from "./resign-game.ts";
import { say } from "./say.ts";
import { waitForNextTurn } from "./wait-for-next-turn.ts";
import { watchBoard } from "./watch-board.ts";
import { watchGame } from "./watch-game.ts";

/** The tools of each toolset, in the order in which clients list them. */
export const toolsets = {
  play: [
    prepareTool(createGame),
    prepareTool(finishTurn),
    prepareTool(waitForNextTurn),
    prepareTool(joinGame),
    prepareTool(getGame),
    prepareTool(listGames),
    prepareTool(resignGame),
    prepareTool(offerDraw),
    prepareTool(say),
    prepareTool(rematch),
    prepareTool(answerTakeback),
    prepareTool(watchGame),
    prepareTool(watchBoard),
  ],
} as const satisfies Readonly<Record<Toolset, unknown>>;
