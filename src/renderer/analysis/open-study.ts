import type { ReadLines } from "../../shared/api.ts";
import { analysisAddress } from "../app/address.ts";
import { watchUnsaved } from "../app/load-part.ts";
import { navigate, paramsOf, place, replacePath } from "../app/route.ts";
import { toast } from "../ui/toasts.tsx";
import { keepPasted } from "./load-study.ts";
import { newStudy, type StudyModel } from "./study-model.ts";

/** Studies opened so far, by address: a person who comes back finds unsaved changes. */
const openStudies = new Map<string, StudyModel>();
/** A study that has just got its own address, where it goes on unchanged. */
let lastMoved: StudyModel | null = null;

/** Opens the study for an address: a game or a study by its id, a pasted record, a position, or the usual start. */
export function openStudy(query: string): StudyModel {
  const study = openStudies.get(query);
  const goesOn = study && (study === lastMoved || study.isChanged.peek());
  lastMoved = null;
  const model: StudyModel = goesOn ? study : newStudy(new URLSearchParams(query), (id) => moveStudy(model, id));
  for (const [address, { isChanged, close }] of openStudies) {
    if (isChanged.peek()) continue;
    openStudies.delete(address);
    close();
  }
  openStudies.set(query, model);
  return model;
}

/** Whether there are unsaved changes, on this page or on one that was left. */
export const isAnyChanged = (): boolean => [...openStudies.values()].some(({ isChanged }) => isChanged.peek());
watchUnsaved(isAnyChanged);

/** Opens a position at its own address; the former study stays at its own. */
export function setUp(model: StudyModel, text: string): void {
  const query = `?position=${encodeURIComponent(text)}`;
  if (openStudies.get(query) === model) model.step("first");
  else leaveFor(query, model);
}

/** The same for a record. */
export const takePasted = (model: StudyModel, record: ReadLines): void =>
  leaveFor(`?pasted=${keepPasted(record)}`, model);

function leaveFor(query: string, model: StudyModel): void {
  if (model.isChanged.peek()) toast("Go back to your unsaved changes.");
  navigate(analysisAddress.path({ query }));
}

/** Files a saved study under its id. The page goes to that address where it still shows the study. */
function moveStudy(model: StudyModel, id: string): void {
  const params = paramsOf(analysisAddress, place.peek());
  const isShown = params !== null && openStudies.get(params.query) === model;
  for (const [address, other] of openStudies) if (other === model) openStudies.delete(address);
  const query = `?game=${id}`;
  openStudies.set(query, model);
  if (!isShown) return;
  lastMoved = model;
  replacePath(analysisAddress.path({ query }));
}
