import { z } from "zod";
import { optionsFor } from "../../../games/options.ts";
import { definitions, findDefinition } from "../../../games/register.ts";
import type { GameLines, OpeningOf } from "../../../shared/api.ts";
import { accept, invalid, mapResult, type Refusal, type Result } from "../../../shared/result.ts";
import { type GameKind, seatTitle } from "../../../shared/terms.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import { playerName, type StudyRequest } from "../../games/game-factory.ts";
import { areThoughtsShown } from "../../games/machine/rights.ts";
import { answerRequest } from "../../practice/requests.ts";
import { eventTags, linesOf } from "../../views/export/game-pgn.ts";
import { explore, mayExplore, reachPosition, triedIn } from "../../views/game/review.ts";
import type { WebParts } from "../parts.ts";
import { exploreRequest, explorerRequest, openingRequest, studyChange, studyRequest } from "../requests.ts";
import { answerPgn, detailFor, idOf, type Routes, whenOk, whileWanted } from "../respond.ts";

/** Positions that nobody plays: evaluated by the engine, and saved with all lines as studies. */
export function studyRoutes({ answer, answerBody, answerNew }: Routes, { games, analysis, ...parts }: WebParts): void {
  const detail = detailFor(parts);

  answerBody("POST", "/api/analysis", exploreRequest, async (request, context) => {
    const position = await reachedBy(request, "engine", noEngine);
    if (!position.ok) return position;
    const may = mayExplore(await games.unfinishedNow(), position.value, "engine");
    if (!may.ok) return may;
    return whileWanted(context, (signal, tell) => explore(position.value, analysis, request.lines, signal, tell));
  });

  answerBody("POST", "/api/opening", openingRequest, (request) =>
    whenOk(setUpOf(request), ({ definition, options }) =>
      accept<OpeningOf>({ opening: definition.openings?.of(options, request.moves) ?? null }),
    ),
  );

  answerBody("POST", "/api/explorer", explorerRequest, ({ mine, names, ...request }) =>
    whenOk(reachedBy(request, "positions", noPositions), async (position) => {
      const may = mayExplore(await games.unfinishedNow(), position, "explorer");
      return may.ok ? accept(await triedIn(position, games, mine ? names : null)) : may;
    }),
  );

  answer("GET", "/api/games/:id/lines", (context) =>
    whenOk(games.get(idOf(context)), (game) =>
      areThoughtsShown(game.state) ? accept<GameLines>({ ...linesOf(game), version: game.version }) : goesOn,
    ),
  );

  const studyIn = async (request: z.output<typeof studyRequest>): Promise<Result<StudyRequest>> => {
    const setUp = setUpOf(request);
    if (!setUp.ok) return setUp;
    const { title, lines, names = {}, of } = request;
    const { definition, options } = setUp.value;
    const { kind } = definition;
    const from = of === undefined ? null : await games.get(of);
    if (from && !from.ok) return from;
    if (from && !from.value.state.outcome) return goesOn;
    if (from && from.value.state.kind !== kind) return invalid(`of: game ${of} is no game of ${kind}`);
    const [first, second] = definition.seats;
    const nameAt = (seat: string) => playerName(names[seat], seatTitle(seat));
    return accept({
      kind,
      title,
      lines,
      options,
      names: [nameAt(first), nameAt(second)],
      of: from && { state: from.value.state, tags: eventTags(from.value) },
    });
  };

  answerNew("/api/studies", studyRequest, (request) =>
    whenOk(studyIn(request), async (study) => detail(await games.createStudy(study))),
  );

  // An unsaved study can be downloaded too.
  answerBody("POST", "/api/studies/pgn", studyRequest, (request, context) =>
    whenOk(studyIn(request), (study) => whenOk(games.draftStudy(study), (draft) => answerPgn(context, draft))),
  );

  answerBody("PUT", "/api/studies/:id", studyChange, async ({ version, title, lines }, context) =>
    detail(await games.keepStudy(idOf(context), version, title, lines)),
  );
}

const goesOn = invalid("This game is still in progress");
const noEngine = invalid("No engine evaluates this game");
const noPositions = invalid("Games of this kind cannot be searched by position");
const noSuchGame = invalid("game: there is none of that kind here");

/** The game kind that a request names, and its options. Refuses an unknown kind, and options of another one. */
function setUpOf(request: Readonly<Record<string, unknown>> & { readonly game: GameKind }) {
  const definition = findDefinition(request.game);
  if (!definition) return noSuchGame;
  return mapResult(optionsFor(definition, definitions, request), (options) => ({ definition, options }));
}

/** The position that a request's moves lead to, in a game that has what is needed to tell of it. */
async function reachedBy(request: z.output<typeof openingRequest>, need: "engine" | "positions", lacking: Refusal) {
  const setUp = setUpOf(request);
  if (!setUp.ok) return setUp;
  const { definition, options } = setUp.value;
  if (!definition[need]) return lacking;
  return runInSlices(reachPosition({ kind: definition.kind, options, moves: request.moves }));
}

const noFields = z.strictObject({});

/** Practice of the person's own mistakes. */
export function practiceRoutes({ answer, answerBody }: Routes, { practice }: Pick<WebParts, "practice">): void {
  answer("GET", "/api/practice", () => practice.overview());
  answer("GET", "/api/practice/statistics", () => practice.statistics());
  answerBody("POST", "/api/practice/next", noFields, (_, context) => whileWanted(context, practice.next));
  answerBody("POST", "/api/practice/answers", answerRequest, (request) => practice.answer(request));
  answerBody("POST", "/api/practice/review", noFields, (_, context) => whileWanted(context, practice.review));
}
