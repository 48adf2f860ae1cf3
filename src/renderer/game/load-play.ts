import type { PlayPart } from "../../games/page.ts";
import { findPage } from "../../games/pages.ts";
import type { GameKind } from "../../shared/terms.ts";
import { type Answer, failure } from "../api/request.ts";
import { loadPart } from "../app/load-part.ts";
import * as strings from "./strings.ts";

/** Loads the code that shows a game of a kind. Fails for an unknown kind. */
export async function loadPlay(kind: GameKind): Promise<Answer<PlayPart>> {
  const page = findPage(kind);
  if (!page) return failure("UNEXPECTED", strings.thisPageDoesNotKnow(kind));
  try {
    return { ok: true, value: await loadPart(page.load) };
  } catch {
    return failure("CONNECTION_LOST", strings.partOfThisPage);
  }
}
