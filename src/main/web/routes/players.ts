import { z } from "zod";
import type { EngineLeagues, KnownEngines, KnownKeys } from "../../../shared/api.ts";
import { usualKeys } from "../../../shared/model-providers.ts";
import { accept, invalid, mapResult } from "../../../shared/result.ts";
import { quote } from "../../../shared/text.ts";
import { keySchema } from "../../data/keys.ts";
import { engineRequest } from "../../players/engines.ts";
import type { WebParts } from "../parts.ts";
import { inPath, type Routes, whenOk, whileWanted } from "../respond.ts";

const keyRequest = z.strictObject({ key: keySchema });
const usualNames = Object.values(usualKeys).flatMap((name) => name ?? []);
/** Most that may run at once. */
const MOST_LEAGUES = 200;
const keyPath = "/api/keys/:name{[A-Za-z_][A-Za-z0-9_]{0,99}}";

/** Routes for what only the person can give to players: their own engines, and keys of models. */
export function playerRoutes({ answer, answerBody }: Routes, { engines, keys, leagues, settingsStore }: WebParts) {
  const knownEngines = (): KnownEngines => ({
    engines: engines.list(),
    found: engines.findInstalled(),
    analysis_engine: settingsStore.get().analysis_engine,
  });
  answer("GET", "/api/engines", () => accept(knownEngines()));
  answerBody("POST", "/api/engines", engineRequest, (request, context) =>
    whenOk(engines.add(request), (trial) =>
      whileWanted(context, async (signal) => mapResult(await trial(signal), knownEngines)),
    ),
  );
  answer("POST", "/api/engines/:name/test", (context) =>
    whenOk(engines.test(inPath(context, "name")), (trial) =>
      whileWanted(context, async (signal) => mapResult(await trial(signal), (title) => ({ title }))),
    ),
  );
  answer("GET", "/api/engines/:name/leagues", async (context) => {
    const name = inPath(context, "name");
    if (!engines.find(name)) return invalid(`There is no engine ${quote(name)}`);
    const { leagues: live } = await leagues.list({ status: "live", limit: MOST_LEAGUES, after: null });
    const using = live.filter(({ entrants }) => entrants.some(({ settings }) => settings.engine === name));
    return accept<EngineLeagues>({ leagues: using.map((league) => league.name) });
  });
  answer("DELETE", "/api/engines/:name", (context) =>
    whenOk(engines.remove(inPath(context, "name")), () => accept(knownEngines())),
  );

  const list = async () => accept<KnownKeys>({ keys: keys.list(usualNames), obstacle: await keys.obstacle() });
  answer("GET", "/api/keys", list);
  answerBody("PUT", keyPath, keyRequest, ({ key }, context) => whenOk(keys.keep(inPath(context, "name"), key), list));
  answer("DELETE", keyPath, (context) => whenOk(keys.forget(inPath(context, "name")), list));
}
