import { type Toolset, toolsetNames } from "../../../shared/toolsets.ts";
import { toolsOfGames } from "../game-tools.ts";
import { prepareTool } from "../tool.ts";
import { answerTakeback } from "./answer-takeback.ts";
import { askPerson } from "./ask-person.ts";
import { createGame } from "./create-game.ts";
import { describePosition } from "./describe-position.ts";
import { evaluatePosition } from "./evaluate-position.ts";
import { finishTurn } from "./finish-turn.ts";
import { getGame } from "./get-game.ts";
import { joinGame } from "./join-game.ts";
import { kibitz } from "./kibitz.ts";
import { createLeague } from "./league/create-league.ts";
import { getLeague } from "./league/get-league.ts";
import { joinLeague } from "./league/join-league.ts";
import { leaveLeague } from "./league/leave-league.ts";
import { listLeagues } from "./league/list-leagues.ts";
import { startLeague } from "./league/start-league.ts";
import { waitForNextMatch } from "./league/wait-for-next-match.ts";
import { listGames } from "./list-games.ts";
import { myGames } from "./my-games.ts";
import { offerDraw } from "./offer-draw.ts";
import { previewLine } from "./preview-line.ts";
import { rematch } from "./rematch.ts";
import { resignGame } from "./resign-game.ts";
import { reviewGame } from "./review-game.ts";
import { say } from "./say.ts";
import { waitForNextTurn } from "./wait-for-next-turn.ts";
import { watchBoard } from "./watch-board.ts";
import { watchGame } from "./watch-game.ts";

/** The tools that an entrant needs; a part of the league toolset. */
const entrant = [prepareTool(joinLeague), prepareTool(waitForNextMatch), prepareTool(getLeague)];

/** The host's own tools by toolset, in the order in which clients list them. */
const own: Readonly<Partial<Record<Toolset, readonly ReturnType<typeof prepareTool>[]>>> = {
  play: [
    prepareTool(createGame),
    prepareTool(finishTurn),
    prepareTool(waitForNextTurn),
    prepareTool(askPerson),
    prepareTool(joinGame),
    prepareTool(getGame),
    prepareTool(listGames),
    prepareTool(resignGame),
    prepareTool(offerDraw),
    prepareTool(say),
    prepareTool(rematch),
    prepareTool(answerTakeback),
    prepareTool(watchGame),
    prepareTool(kibitz),
    prepareTool(myGames),
    prepareTool(watchBoard),
  ],
  analysis: [
    prepareTool(describePosition),
    prepareTool(previewLine),
    prepareTool(evaluatePosition),
    prepareTool(reviewGame),
  ],
  entrant,
  league: [
    prepareTool(createLeague),
    ...entrant,
    prepareTool(startLeague),
    prepareTool(listLeagues),
    prepareTool(leaveLeague),
  ],
};

// Made once: a server is made for each request, and what describes a tool is dear to make.
const all = new Map(toolsetNames.map((name) => [name, [...(own[name] ?? []), ...toolsOfGames(name)]]));

/** The tools of a toolset: the host's own, and those that games bring along. */
export const toolsOf = (toolset: Toolset) => all.get(toolset) ?? [];
