import { z } from "zod";
import { definitionOf } from "../../../games/register.ts";
import { accept, invalid } from "../../../shared/result.ts";
import { aboutGame, analysisTool, atPly } from "../analysis-tool.ts";
import { answerOrError } from "../output.ts";

export const describePosition = analysisTool({
  name: "describePosition",
  title: "Describe a position",
  icon: "examine",
  description:
    "Material, attacked and undefended pieces, checks, pins and claimable draws of a position, by the rules alone (no engine). For spectators, for finished games, and for players of games created with analysis: true.",
  input: z.strictObject({ ...aboutGame, ...atPly }),
  output: answerOrError({
    game_id: z.string(),
    ply: z.number(),
    position: z.record(z.string(), z.unknown()),
    facts: z.record(z.string(), z.unknown()),
  }),
  act: (_, { game: { state: gameState }, ply, state }) => {
    const { rules, words, ...game } = definitionOf(gameState.kind);
    if (!game.describe) return invalid(`There is nothing to say of a position of ${gameState.kind} beyond its board`);
    const view = rules.view(state, null);
    const { lines, facts } = game.describe(state);
    return accept({
      paragraphs: [[`Game ${gameState.id} after ply ${ply}`, ...words.facts(view), ...lines].join("\n")],
      fields: { game_id: gameState.id, ply, position: words.position(view), facts },
    });
  },
});
