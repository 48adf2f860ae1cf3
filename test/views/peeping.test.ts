import { expect, test } from "vitest";
import { play } from "../../src/main/games/machine/play.ts";
import { areThoughtsShown, evaluationIn } from "../../src/main/games/machine/rights.ts";
import { noEffort } from "../../src/main/players/driver.ts";
import { gamePgn, gamePgnForAgents, linesOf } from "../../src/main/views/export/game-pgn.ts";
import { replaySeed } from "../../src/main/views/export/replay-page.ts";
import { detailOf, publicEvent, publicGame } from "../../src/main/views/game/game-view.ts";
import { liveEvents } from "../../src/main/views/game/live-event.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { kept, made, stateOf } from "../live-games/machine/support.ts";
import { agent, computer, human } from "../live-games/support.ts";

const server = { ...computer(), settings: { endpoint: "http://127.0.0.1:8101/mcp" } };

test("an evaluation is hidden as long as somebody plays who could look at it", () => {
  expect(evaluationIn(stateOf({ players: [computer(), computer()] }))).toBe("allowed");
  expect(evaluationIn(stateOf({ players: [computer(), agent("Ann")] }))).toBe("off");
  // A player that is a server is asked for its moves, and may ask for others' opinion meanwhile.
  expect(evaluationIn(stateOf({ players: [computer(), server] }))).toBe("off");
});

test.each(["chess", "odd-even"])(
  "the answer of a model in %s is shown when the game is over, and not before that",
  (kind) => {
    const answer = {
      text: "A secret plan",
      length: 13,
      sha256: "0",
      form: "alone",
      finish: "stop",
      model: "m",
      sent: "{}",
    };
    const quoted = "no move in its answer: A secret plan";
    const effort = { ...noEffort, retries: 2, failures: [quoted], fallback: quoted, answer, votes: [answer] };
    const event = {
      type: "movePlayed",
      seat: "white",
      ply: 1,
      code: "1",
      text: "1",
      ms: 1,
      clock: null,
      effort,
      metadata: quoted,
    } as const;
    const state = stateOf({ kind, players: [computer(), computer()] });
    const hidden = publicEvent(event, state);
    expect(hidden).toMatchObject({ effort: { retries: 2, fallback: "shown when the game is over" } });
    expect(JSON.stringify(hidden)).not.toContain("secret");
    expect(publicEvent(event, { ...state, outcome: { winner: null, reason: "agreement" } })).toMatchObject({
      effort: { answer },
    });
  },
);

/** A game in which White has played e4 and said something, and its end. */
function thoughtful(wish: Parameters<typeof made>[0] = {}) {
  const thoughts = { text: "A secret plan: I play Nf3." };
  const before = made(wish);
  const result = play(before.state, "white", { text: "e4", thoughts, metadata: "secret" }, before.lastEventAt);
  if (!result.isPlayed) throw new Error(result.refusal.message);
  const game = kept(before, result.step, before.lastEventAt);
  const outcome = { winner: null, reason: "agreement" };
  const over = kept(game, { state: { ...game.state, outcome }, events: [{ type: "gameOver", outcome }] }, 0);
  return { before, game, over };
}

test("a player's thoughts of its move are in no view before the game is over, and in no agent's after it", () => {
  const { before, game, over } = thoughtful();
  const entries = game.moves.map((event) => ({ id: 2, gameId: "1234", seq: 2, at: 0, event }));
  const toAgents = (live: typeof game) => [publicGame(live, 0), gamePgnForAgents(live)];
  const toPeople = (live: typeof game) => [
    linesOf(live),
    gamePgn(live, true),
    ...[null, "white", "black"].map((viewer) => detailOf(live, viewer, 0)),
    ...liveEvents({ before, game: live, entries }, 0, () => null),
  ];
  const tells = (views: readonly unknown[]) => views.map((view) => JSON.stringify(view).includes("secret"));
  expect(game.moves).toMatchObject([{ thoughts: { contradictions: [{ kind: "other-move", said: "Nf3" }] } }]);
  expect(tells([...toAgents(game), ...toPeople(game)]).includes(true)).toBe(false);
  expect(tells(toAgents(over)).includes(true)).toBe(false);
  expect(tells(toPeople(over))).toEqual([true, true, false, false, false, true]);
  expect(tells([gamePgn(over)])).toEqual([false]);
  expect(detailOf(game, null, 0).annotated).toBe(false);
  expect(detailOf(over, null, 0).annotated).toBe(true);
  expect(linesOf(over).moves).toEqual([expect.objectContaining({ text: "e4", thoughts: over.moves[0]?.thoughts })]);
  expect(gamePgn(over, true)).toContain("{White thought: “A secret plan: I play Nf3.”}");
  expect(JSON.stringify(runAtOnce(replaySeed(over, { board: "", pieces: "" }, false)))).not.toContain("secret");
  expect(runAtOnce(replaySeed(over, { board: "", pieces: "" })).moves[0]?.thoughts).toEqual(over.moves[0]?.thoughts);
});

test("spectators see thoughts at once where the game was set up so, unless a person plays or it is a league's", () => {
  const { game } = thoughtful({ openThoughts: true });
  expect(linesOf(game).moves[0]?.thoughts?.text).toContain("secret");
  expect(JSON.stringify([publicGame(game, 0), gamePgnForAgents(game)])).not.toContain("secret");
  expect(detailOf(game, null, 0)).toMatchObject({ annotated: true, open_thoughts: true });
  const open = (wish: Parameters<typeof stateOf>[0]) => areThoughtsShown(stateOf({ openThoughts: true, ...wish }));
  expect(open({ players: [agent("Ann"), computer()] })).toBe(true);
  expect(open({ players: [agent("Ann"), human()] })).toBe(false);
  expect(open({ league: { id: "1", match: 1, entrants: [1, 2] } })).toBe(false);
  expect(areThoughtsShown(stateOf({}))).toBe(false);
});
