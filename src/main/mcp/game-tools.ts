import { z } from "zod";
import type { GameDefinition } from "../../games/game.ts";
import { definitions } from "../../games/register.ts";
import type { GameTool, GameTools } from "../../games/tools.ts";
import { answerFrom, refusalAnswer } from "./answer.ts";
import { inFiveSeconds } from "./next-action.ts";
import { answerOrError } from "./output.ts";
import { defineTool } from "./tool.ts";
import { toolHostFor } from "./tool-host.ts";

/** The tools that games bring along. */
export const toolsOfGames = definitions.flatMap((definition) => {
  const { tools } = definition;
  return tools ? tools.list.map((tool) => hosted(definition, tools, tool)) : [];
});

/** A game's own tool as one of the host's. */
function hosted(definition: GameDefinition, tools: GameTools, tool: GameTool) {
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
        const refused = refusalAnswer(answer, isFull ? inFiveSeconds(next) : next);
        return { ...refused, structured: { ...answer.structured, ...refused.structured } };
      }
      return answerFrom({ message: "", paragraphs: [answer.text], fields: answer.structured, next });
    },
  });
}
