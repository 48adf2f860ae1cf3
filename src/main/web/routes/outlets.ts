import type { Context } from "hono";
import { z } from "zod";
import { pgnType } from "../../../games/kibitz.ts";
import type { SpectatorAddresses } from "../../../shared/leagues.ts";
import { replaySeedId } from "../../../shared/replay.ts";
import { accept, invalid, mapResult, type Result, refuse } from "../../../shared/result.ts";
import type { LiveLeague } from "../../league/machine/league.ts";
import { hasPgn } from "../../views/export/game-pgn.ts";
import { seededPage } from "../../views/export/replay-page.ts";
import { type TaggedText, taggedText } from "../../views/export/spectators.ts";
import type { WebParts } from "../parts.ts";
import { idOf, inPath, type Outcome, type Routes, textHeaders, whenOk } from "../respond.ts";
import { notBuilt } from "./records.ts";

const webhookRequest = z.strictObject({ url: z.string().max(2_000) });

/** One answer for a token that was withdrawn and for one that never was. */
const noAddress = refuse("LEAGUE_NOT_FOUND", "Nobody is shown anything at this address, or not any more");

/** Shows one league to spectators elsewhere: they need its token in the address, and no other. */
export function spectatorRoutes(
  { answer }: Routes,
  { outlets, leagues, spectators, replayPage, settingsStore }: WebParts,
): void {
  const addRoute = (
    path: string,
    type: string,
    show: (live: LiveLeague, part?: string) => Promise<Result<TaggedText>>,
  ) =>
    answer("GET", `/watch/:token/${path}`, async (context) => {
      const league = outlets.leagueBy(inPath(context, "token"));
      const live = league === null ? noAddress : await leagues.get(league);
      if (!live.ok || live.value.league.deletedAt !== null) return noAddress;
      return whenOk(show(live.value, context.req.param("part")), ({ text, etag }) => {
        if (context.req.header("if-none-match")?.includes(etag)) return context.body(null, 304, { etag });
        // Pages elsewhere may show the board in a frame, since nothing can be done on it.
        const headers = { ...textHeaders(type), etag, "content-security-policy": "frame-ancestors *" };
        return context.body(text, 200, headers);
      });
    });
  const seedOf = (live: LiveLeague, game?: string) => {
    const { board, pieces } = settingsStore.get();
    return spectators.seed(live, game, { board, pieces });
  };
  addRoute("pgn/:part?", pgnType, async (live, part) =>
    hasPgn(live.league.settings.game) ? spectators.pgn(live, part) : invalid("Games of this kind have no PGN"),
  );
  addRoute("seed/:part?", "application/json", seedOf);
  addRoute("board/:part?", "text/html", async (live, game) => {
    const [page, seed] = [replayPage(), await seedOf(live, game)];
    if (page === null) return notBuilt;
    // The page's own policy lets it ask nobody; here it asks for the game again.
    const asking = page.replace("default-src 'none';", "default-src 'none'; connect-src 'self';");
    return mapResult(seed, ({ text }) => taggedText(seededPage(asking, replaySeedId, JSON.parse(text))));
  });
}

/** The person says where a league is shown and reported outside. */
export function outletRoutes({ answer, answerBody }: Routes, { outlets, webhooks, leagues, url }: WebParts): void {
  const ofLeague = (context: Context, run: (id: string, live: LiveLeague) => Outcome) =>
    whenOk(leagues.get(idOf(context)), (live) => run(live.league.id, live));
  answer("GET", "/api/leagues/:id/outlets", (context) => ofLeague(context, (id) => accept(outlets.view(id))));
  answer("POST", "/api/leagues/:id/spectators", (context) =>
    ofLeague(context, (id) =>
      mapResult(outlets.admitSpectators(id), (token): SpectatorAddresses => {
        const address = `${url()}/watch/${token}`;
        return { pgn: `${address}/pgn`, board: `${address}/board` };
      }),
    ),
  );
  answerBody("PUT", "/api/leagues/:id/webhook", webhookRequest, (request, context) =>
    ofLeague(context, (id, { version }) => mapResult(webhooks.set(id, request.url, version), (secret) => ({ secret }))),
  );
  for (const [name, nothing] of [
    ["spectators", { watch: undefined }],
    ["webhook", { webhook: undefined }],
  ] as const)
    answer("DELETE", `/api/leagues/:id/${name}`, (context) => ofLeague(context, (id) => outlets.change(id, nothing)));
}
