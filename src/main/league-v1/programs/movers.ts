import type { z } from "zod";
import type { Strategy } from "../../../games/game.ts";
import { findDefinition } from "../../../games/register.ts";
import { pick } from "../../../games/strategy.ts";
import { BY_MODEL, type ModelSettings, nameOfModel } from "../../../shared/player-settings.ts";
import { accept, invalid } from "../../../shared/result.ts";
import { clip } from "../../../shared/text.ts";
import { thoughtsIn } from "../../../shared/thoughts.ts";
import { awakeTime } from "../../base/awake-time.ts";
import type { Log } from "../../base/log.ts";
import { callLine } from "../../players/call-log.ts";
import { addCosts, moveCalledOff, noEffort } from "../../players/driver.ts";
import { askForMove, type ModelCall, type ModelServices } from "../../players/model/ask-for-move.ts";
import { createCredentialLimits } from "../../players/model/credential-limits.ts";
import { formOf, type ModelPrompt, promptFor, roleIn, turnOf } from "../../players/model/prompt.ts";
import { kibitzState, type moveRequest } from "../protocol.ts";
import type { Mover } from "./player-server.ts";

/** Most characters of the reason why the next model was asked. */
const LONGEST_REASON = 300;

/** Most characters of a position in another program's form, in a prompt. */
const LONGEST_STATE = 8_000;

/**
 * Moves by language models: by the first one, where that has no usable answer by the next, and at last at random. Its
 * remarks tell which of them moved (`answered_by`), why those before did not (`fallback`), the cost, the last answer and its
 * thoughts. Refuses with `INVALID_ARGUMENT` where no model answers and no legal moves are listed, and with `GAME_OVER`
 * once it was cancelled.
 */
export function modelMover(
  models: readonly ModelSettings[],
  services: Omit<ModelServices, "limits">,
  random: () => number,
  log: Log,
): Mover {
  const means = { ...services, limits: createCredentialLimits() };
  return async ({ game_state, time_limit, league_id: league, conversation_id: conversation }, signal) => {
    const until = typeof time_limit === "number" ? awakeTime.now() + time_limit * 1_000 : null;
    const legalMoves = game_state.legal_moves?.map(String) ?? [];
    const { refused: rejects = [] } = kibitzState.parse(game_state);
    // The league reads what has the form of a move. Here a move is what is listed, or any word where nothing is.
    const legalMove = (text: string) => legalMoves.find((each) => each.toLowerCase() === text.toLowerCase());
    const readMove = (text: string) => {
      const code = legalMoves.length > 0 ? legalMove(text) : /^\S{1,20}$/.exec(text)?.[0];
      return code === undefined ? null : { code, text: code };
    };
    const reasons: string[] = [];
    const answerOf = (answeredBy: string, effort = noEffort, thoughts = "") => ({
      strategy: BY_MODEL,
      answered_by: answeredBy,
      ...(reasons.length === 0 ? {} : { fallback: clip(reasons.join("; "), LONGEST_REASON) }),
      ...(effort.tokens === null ? {} : { tokens: effort.tokens, cost: effort.cost }),
      ...(effort.causes ? { causes: effort.causes } : {}),
      ...(effort.answer ? { answer: effort.answer } : {}),
      thoughts: thoughtsIn(thoughts)?.text,
    });
    let effort = noEffort;
    for (const [index, model] of models.entries()) {
      // The models that follow need their part of the time.
      const timeMs = until === null ? null : (until - awakeTime.now()) / (models.length - index);
      const question = {
        legalMoves,
        readMove,
        rejects,
        timeMs,
        clock: null,
        player: String(league),
        signal,
        prompt: (complaint: string | null) => promptIn(game_state, model, complaint),
        note: (call: ModelCall) => log.debug(callLine({ ...call, about: conversation }), { league, conversation }),
      };
      // Each model has its own tries, also for answers that the rules refuse.
      const before = Math.max(0, rejects.length - index * means.patience.tries);
      const outcome = await askForMove(means, model, question, noEffort, before);
      if (signal.aborted) return moveCalledOff;
      effort = addCosts(effort, outcome.effort) ?? noEffort;
      if (outcome.text !== null)
        return accept({ move: outcome.text, metadata: answerOf(nameOfModel(model), effort, outcome.thoughts) });
      reasons.push(`${nameOfModel(model)}: ${outcome.reason}`);
    }
    if (legalMoves.length === 0) return invalid(`I have no move: ${reasons.join("; ")}`);
    return accept({ move: pick(legalMoves, random), metadata: answerOf("random", effort) });
  };
}

type MoverGameState = z.infer<typeof moveRequest>["game_state"];

/**
 * Uses the game's own words where a Kibitz host sends the position. Else the position is in another program's form, and the
 * model has to read it for itself.
 */
function promptIn(state: MoverGameState, model: ModelSettings, complaint: string | null): ModelPrompt {
  const { game: kind = "a game", your_role: seat = "the player to move" } = state;
  const { view, options, history, refused: rejects = [] } = kibitzState.parse(state);
  const legalMoves = state.legal_moves?.map(String) ?? [];
  const definition = findDefinition(kind);
  const setUp = definition?.options.safeParse(options ?? {});
  if (definition && view && setUp?.success)
    try {
      const position = { kind: definition.kind, seat, view, options: setUp.data, history: history ?? [], rejects };
      return promptFor({ ...position, legalMoves, legalShown: legalMoves.length > 0 }, model, complaint);
    } catch {
      // Another program's state may have the game's name and a different form.
    }
  const parts = [
    `The position, as the league tells it:\n${clip(JSON.stringify(state), LONGEST_STATE)}`,
    ...(legalMoves.length > 0 ? [`Your legal moves:\n${legalMoves.join(" ")}`] : []),
    ...turnOf(seat, rejects, complaint),
  ];
  const form = formOf("one of the legal moves, as it is written");
  return {
    system: roleIn(definition?.title ?? kind, seat, definition?.words.rules ?? "", form),
    user: parts.join("\n\n"),
  };
}

/** Plays each move by one of the game's strategies, chosen at random. */
export const MIXED = "mixed";

/**
 * Plays by a strategy where the state has the parts that one needs, as a Kibitz host sends them; else any of the listed
 * legal moves. Refuses with `INVALID_ARGUMENT` an unknown game or strategy, and a state without legal moves.
 */
export const strategyMover =
  (name: string, random: () => number): Mover =>
  async ({ game_state }) => {
    const { game: kind, your_role: seat, legal_moves } = game_state;
    const { view } = kibitzState.parse(game_state);
    const legalMoves = legal_moves?.map(String) ?? [];
    if (legalMoves.length === 0) return invalid("I need the legal moves.");
    const byChance = () => accept({ move: pick(legalMoves, random), metadata: { strategy: name } });
    const strategies = findDefinition(kind ?? "")?.strategies;
    if (kind === undefined || view === undefined || seat === undefined) return byChance();
    const strategy = name === MIXED ? mixStrategies(strategies ?? {}, random) : strategies?.[name];
    if (!strategy) return invalid(`I have no strategy ${name} for ${kind}.`);
    try {
      const move = strategy.choose({ view, seat, legalMoves, level: 10, random });
      return accept({ move, metadata: { strategy: name } });
    } catch {
      // Another program's state may have the game's name and a different form.
      return byChance();
    }
  };

function mixStrategies(strategies: Readonly<Record<string, Strategy>>, random: () => number): Strategy | undefined {
  const { levels: _, ...others } = strategies;
  const all = Object.values(others);
  return all.length === 0 ? undefined : pick(all, random);
}
