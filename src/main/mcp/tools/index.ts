import { z } from "zod";
import type { GameDefinition } from "../../../games/game.ts";
import { definitions } from "../../../games/register.ts";
import type { GameTool, GameTools } from "../../../games/tools.ts";
import { recordBy } from "../../../shared/fields.ts";
import { type Toolset, toolsetNames } from "../../../shared/toolsets.ts";
import { answerFrom, ERROR, inFiveSeconds, refusalAnswer } from "../answers/answer.ts";
import { describePosition, evaluatePosition, previewLine, reviewGame } from "./analysis.ts";
import { askPerson } from "./ask-person.ts";
import { askOnBoard } from "./coach/ask-on-board.ts";
import { lookAtBoard } from "./coach/look-at-board.ts";
import { writeOnBoard } from "./coach/write-on-board.ts";
import { answerOrError } from "./fields.ts";
import { getGame, listGames, myGames } from "./games.ts";
import { joinLeague, leaveLeague, waitForNextMatch } from "./league/entrants.ts";
import { createLeague, getLeague, listLeagues, startLeague } from "./league/lists.ts";
import { createGame, joinGame } from "./seats.ts";
import { defineTool } from "./tool.ts";
import { toolHostFor } from "./tool-host.ts";
import { answerTakeback, finishTurn, offerDraw, rematchTool, resignGame, sayTool, waitForNextTurn } from "./turns.ts";
import { kibitzTool, watchBoard, watchGame } from "./watch.ts";

/** The host's own tools, in the order in which clients list those of a set. Each says itself which sets it is part of. */
const ownTools = [
  createGame,
  finishTurn,
  waitForNextTurn,
  askPerson,
  joinGame,
  getGame,
  listGames,
  resignGame,
  offerDraw,
  sayTool,
  rematchTool,
  answerTakeback,
  watchGame,
  kibitzTool,
  myGames,
  watchBoard,
  describePosition,
  previewLine,
  evaluatePosition,
  reviewGame,
  lookAtBoard,
  writeOnBoard,
  askOnBoard,
  createLeague,
  joinLeague,
  waitForNextMatch,
  getLeague,
  startLeague,
  listLeagues,
  leaveLeague,
];

const toolsOfGames = definitions.flatMap((definition) => {
  const { tools } = definition;
  return tools ? tools.list.map((tool) => toolOf(definition, tools, tool)) : [];
});

// Made once: a server is made for each request, and a description of a tool costs much to make.
export const allTools = [...ownTools, ...toolsOfGames];

const byToolset = recordBy(toolsetNames, (toolset) => allTools.filter(({ toolsets }) => toolsets.includes(toolset)));

/** The tools of a toolset: the host's own, and those that games bring along. */
export const toolsOf = (toolset: Toolset) => byToolset[toolset];

/** A game's own tool as one of the host's. */
function toolOf(definition: GameDefinition, tools: GameTools, tool: GameTool) {
  const { name, title, description, readOnly, input, output } = tool;
  return defineTool({
    name,
    toolsets: [tools.toolset],
    title,
    description,
    icon: readOnly ? "board" : "move",
    readOnly,
    input,
    output: answerOrError({ ...output, legal_moves: z.array(z.string()).optional() }),
    home: tools.home,
    run: async (args, call) => {
      const answer = await tool.run(args, toolHostFor(definition, tools, call));
      const { next } = answer;
      if (!answer.ok) {
        const isFull = answer.code === "LIMIT_REACHED" && next?.tool === name;
        const refusal = refusalAnswer(answer, isFull ? inFiveSeconds(next) : next, undefined, ERROR);
        return { ...refusal, fields: { ...answer.fields, ...refusal.fields } };
      }
      return answerFrom({ message: "", paragraphs: [answer.text], fields: answer.fields, next });
    },
  });
}
