import { z } from "zod";
import { definitionOf } from "../../../games/register.ts";
import { accept } from "../../../shared/result.ts";
import { whole } from "../../../shared/schemas.ts";
import { seatTitle } from "../../../shared/terms.ts";
import { quoted } from "../../../shared/text.ts";
import type { Effort } from "../../players/stockfish/analyst.ts";
import { analysisAt } from "../../views/analysis.ts";
import { aboutGame, analysisTool, atPly, scoreText } from "../analysis-tool.ts";
import { answerOrError } from "../output.ts";
import { whileWaiting } from "../turn-answers.ts";

/** Milliseconds that a depth may take before the search is cut off. */
const DEPTH_MS = 15_000;

export const evaluatePosition = analysisTool({
  name: "evaluatePosition",
  title: "Evaluate a position",
  icon: "examine",
  description:
    "An engine’s score of a position, from the first seat’s side (White), and its best line. Allowed as describePosition is.",
  input: z.strictObject({
    ...aboutGame,
    ...atPly,
    depth: whole(1, 24)
      .optional()
      .describe("How many plies deep, 1–24; at most 15 seconds. Default: what half a second gives."),
  }),
  output: answerOrError({
    game_id: z.string(),
    ply: z.number(),
    depth: z.number(),
    engine: z.string().optional(),
    score: z.object({ kind: z.enum(["cp", "mate"]), value: z.number() }),
    line_uci: z.array(z.string()),
    line_san: z.array(z.string()),
  }),
  act: async ({ depth: asked }, { call, game, ply, state }) => {
    const effort: Effort | undefined = asked === undefined ? undefined : { depth: asked, thinkMs: DEPTH_MS };
    const search = analysisAt(game, ply, call.analysis, effort);
    if (!search.ok) return search;
    const seen = await whileWaiting(call, DEPTH_MS / 1000, "Looking at the position", () => search.value(call.signal));
    if (!seen.ok) return seen;
    const { depth, score, line, engine } = seen.value;
    const texts = line.map(({ text }) => text);
    const { rules, seats } = definitionOf(game.state.kind);
    const told = scoreText(score, rules.outcome(state) !== null);
    return accept({
      paragraphs: [
        `Game ${game.state.id} after ply ${ply}: ${told} for ${seatTitle(seats[0])} (depth ${depth}${engine === null ? "" : `, ${quoted(engine)}`}).`,
        texts.length > 0 ? `Best line: ${texts.join(" ")}` : null,
      ],
      fields: {
        game_id: game.state.id,
        ply,
        depth,
        ...(engine === null ? {} : { engine }),
        score,
        line_uci: line.map(({ code }) => code),
        line_san: texts,
      },
    });
  },
});
