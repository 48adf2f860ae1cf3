import { z } from "zod";
import { outcomeText } from "../../../games/game.ts";
import { definitionOf } from "../../../games/register.ts";
import { accept, invalid, refuse } from "../../../shared/result.ts";
import { aboutGame, analysisTool, atPly } from "../analysis-tool.ts";
import { answerOrError, toldMove } from "../output.ts";

/** Longest line that is followed, in plies. */
const LONGEST_LINE = 40;

/** A position along the line. */
interface Step {
  readonly ply: number;
  readonly by: string;
  readonly uci: string;
  readonly san: string;
  readonly position: Readonly<Record<string, unknown>>;
  readonly check?: true;
  /** How the game would be over there, in words. */
  readonly result?: string;
}

export const previewLine = analysisTool({
  name: "previewLine",
  title: "Preview a line",
  icon: "examine",
  description:
    "Follow moves from a position without playing them: each position, and the first move that is not legal with the reason. Allowed as describePosition is.",
  input: z.strictObject({
    ...aboutGame,
    moves: z
      .array(z.string().min(1).max(20))
      .min(1)
      .max(LONGEST_LINE)
      .describe("Moves of both sides in turn, as for finishTurn. At most 40."),
    ...atPly,
  }),
  output: answerOrError({
    game_id: z.string(),
    ply: z.number(),
    line: z.array(z.record(z.string(), z.unknown())),
    illegal: z.object({ ply: z.number(), move: z.string(), reason: z.string() }).optional(),
  }),
  act: ({ moves }, { game: { state: gameState }, ply, state }) => {
    const definition = definitionOf(gameState.kind);
    const { rules, words } = definition;
    if (definition.simultaneous) return invalid(`There is no line in ${gameState.kind}: both choose at once`);
    const line: Step[] = [];
    let at = state;
    let illegal: { ply: number; move: string; reason: string } | null = null;
    for (const move of moves) {
      const [by] = rules.toMove(at);
      const played =
        by === undefined ? refuse("GAME_OVER", "The game would be over by then") : rules.play(at, by, move);
      const reached = ply + line.length + 1;
      if (!played.ok || by === undefined) {
        illegal = { ply: reached, move, reason: played.ok ? "" : played.message };
        break;
      }
      at = played.value.state;
      const view = rules.view(at, null);
      const outcome = rules.outcome(at);
      line.push({
        ply: reached,
        by,
        ...toldMove(played.value.move),
        position: words.position(view),
        ...(words.check?.(view) ? { check: true } : {}),
        ...(outcome ? { result: outcomeText(definition, outcome) } : {}),
      });
    }
    const told = line.map(
      ({ ply: reached, san, position, result }) =>
        `- ply ${reached}: ${san} → ${Object.values(position).map(inText).join(" ")}${result ? ` (${result})` : ""}`,
    );
    const stopped = illegal && `Ply ${illegal.ply} is not legal there. ${illegal.reason}`;
    return accept({
      paragraphs: [`From ply ${ply} of game ${gameState.id}; nothing was played.`, told.join("\n"), stopped],
      fields: { game_id: gameState.id, ply, line, ...(illegal ? { illegal } : {}) },
    });
  },
});

const inText = (value: unknown): string => (typeof value === "string" ? `\`${value}\`` : JSON.stringify(value));
