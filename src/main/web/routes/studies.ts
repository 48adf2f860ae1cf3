import { type Context, Hono } from "hono";
import { optionsFor } from "../../../games/options.ts";
import { definitions, findDefinition } from "../../../games/register.ts";
import type { GameLines, OpeningOf } from "../../../shared/api.ts";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import { type GameKind, seatTitle } from "../../../shared/terms.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import type { StudyRequest } from "../../games/game-factory.ts";
import { playerName } from "../../games/names.ts";
import { explore, mayExplore, reach } from "../../views/explore.ts";
import { triedIn } from "../../views/explorer.ts";
import { linesOf } from "../../views/game-lines.ts";
import { eventTags } from "../../views/game-pgn.ts";
import { personsDetail } from "../../views/game-view.ts";
import type { WebEnv, WebParts } from "../parts.ts";
import { exploreRequest, explorerRequest, openingRequest, studyChange, studyRequest } from "../requests.ts";
import { answerPgn, readBody, refused, whileWanted } from "../respond.ts";

/** Positions that nobody plays: evaluated by the engine, and saved with all lines as studies. */
export function studyRoutes({ games, analysis, now, joinCodes }: WebParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();

  app.post("/api/analysis", async (context) => {
    const request = readBody(context, exploreRequest);
    if (!request.ok) return refused(context, request);
    const setUp = setUpOf(request.value);
    if (!setUp.ok) return refused(context, setUp);
    const { moves, lines } = request.value;
    const { definition, options } = setUp.value;
    if (!definition.engine) return refused(context, noEngine);
    const reached = await runInSlices(reach({ kind: definition.kind, options, moves }));
    if (!reached.ok) return refused(context, reached);
    const may = mayExplore(await games.unfinishedNow(), reached.value);
    if (!may.ok) return refused(context, may);
    return whileWanted(context, (signal, tell) => explore(reached.value, analysis, lines, signal, tell));
  });

  app.post("/api/opening", (context) => {
    const request = readBody(context, openingRequest);
    if (!request.ok) return refused(context, request);
    const setUp = setUpOf(request.value);
    if (!setUp.ok) return refused(context, setUp);
    const { definition, options } = setUp.value;
    return context.json({ opening: definition.openings?.of(options, request.value.moves) ?? null } satisfies OpeningOf);
  });

  app.post("/api/explorer", async (context) => {
    const request = readBody(context, explorerRequest);
    if (!request.ok) return refused(context, request);
    const setUp = setUpOf(request.value);
    if (!setUp.ok) return refused(context, setUp);
    const { definition, options } = setUp.value;
    if (!definition.positions) return refused(context, noPositions);
    const reached = await runInSlices(reach({ kind: definition.kind, options, moves: request.value.moves }));
    if (!reached.ok) return refused(context, reached);
    const { mine, names } = request.value;
    return context.json(await triedIn(reached.value, games, mine ? names : null));
  });

  app.get("/api/games/:id/lines", async (context) => {
    const found = await games.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    if (!found.value.state.outcome) return refused(context, goesOn);
    return context.json({ ...linesOf(found.value), version: found.value.version } satisfies GameLines);
  });

  /** The study that a request describes. */
  const studyIn = async (context: Context<WebEnv>): Promise<Result<StudyRequest>> => {
    const request = readBody(context, studyRequest);
    if (!request.ok) return request;
    const setUp = setUpOf(request.value);
    if (!setUp.ok) return setUp;
    const { title, lines, names = {}, of } = request.value;
    const { definition, options } = setUp.value;
    const { kind } = definition;
    const from = of === undefined ? null : await games.get(of);
    if (from && !from.ok) return from;
    if (from && !from.value.state.outcome) return goesOn;
    if (from && from.value.state.kind !== kind)
      return refuse("INVALID_ARGUMENT", `of: game ${of} is no game of ${kind}`);
    const [first, second] = definition.seats;
    const named = (seat: string) => playerName(names[seat], seatTitle(seat));
    return accept({
      kind,
      title,
      lines,
      options,
      names: [named(first), named(second)],
      of: from && { state: from.value.state, tags: eventTags(from.value) },
    });
  };

  app.post("/api/studies", async (context) => {
    const study = await studyIn(context);
    if (!study.ok) return refused(context, study);
    const made = await games.createStudy(study.value);
    return made.ok ? context.json(personsDetail(made.value, now(), joinCodes), 201) : refused(context, made);
  });

  // An unsaved study can be downloaded too.
  app.post("/api/studies/pgn", async (context) => {
    const study = await studyIn(context);
    if (!study.ok) return refused(context, study);
    const draft = await games.draftStudy(study.value);
    return draft.ok ? answerPgn(context, draft.value) : refused(context, draft);
  });

  app.put("/api/studies/:id", async (context) => {
    const request = readBody(context, studyChange);
    if (!request.ok) return refused(context, request);
    const { version, title, lines } = request.value;
    const kept = await games.keepStudy(context.req.param("id"), version, title, lines);
    return kept.ok ? context.json(personsDetail(kept.value, now(), joinCodes)) : refused(context, kept);
  });
  return app;
}

const goesOn = refuse("INVALID_ARGUMENT", "This game is still in progress");
const noEngine = refuse("INVALID_ARGUMENT", "No engine evaluates this game");
const noPositions = refuse("INVALID_ARGUMENT", "Games of this kind cannot be searched by position");
const noSuchGame = refuse("INVALID_ARGUMENT", "game: there is none of that kind here");

/** The game kind that a request names, and its options. Refuses an unknown kind, and options of another one. */
function setUpOf(request: Readonly<Record<string, unknown>> & { readonly game: GameKind }) {
  const definition = findDefinition(request.game);
  if (!definition) return noSuchGame;
  const options = optionsFor(definition, definitions, request);
  return options.ok ? accept({ definition, options: options.value }) : options;
}
