import type { ReadLines } from "../../shared/api.ts";
import { navigate, replacePath, route } from "../app/route.ts";
import { watchUnsaved } from "../app/unsaved.ts";
import { toast } from "../ui/toasts.tsx";
import { keepPasted } from "./pasted.ts";
import * as strings from "./strings.ts";
import { newStudy, type StudyModel } from "./study-model.ts";

/** Studies opened so far, by address: a person who comes back finds unsaved changes. */
const opened = new Map<string, StudyModel>();
/** A study that has just got an address of its own, and goes on there as it is. */
let moved: StudyModel | null = null;

/** Opens what an address asks for: a game or a study by its number, a pasted record, a position, or the usual start. */
export function openStudy(query: string): StudyModel {
  const known = opened.get(query);
  const goesOn = known && (known === moved || known.changed.peek());
  moved = null;
  const model: StudyModel = goesOn ? known : newStudy(new URLSearchParams(query), (id) => move(model, id));
  for (const [address, { changed, close }] of opened) {
    if (changed.peek()) continue;
    opened.delete(address);
    close();
  }
  opened.set(query, model);
  return model;
}

/** Whether there is something that nobody has saved, on this page or on one that was left. */
export const isAnyChanged = (): boolean => [...opened.values()].some(({ changed }) => changed.peek());
watchUnsaved(isAnyChanged);

/** Begins from a position, at an address of its own: what was tried until now stays where it is. */
export function setUp(model: StudyModel, text: string): void {
  const query = `?position=${encodeURIComponent(text)}`;
  if (opened.get(query) === model) model.step("first");
  else leaveFor(query, model);
}

/** The same with a record. */
export const takePasted = (model: StudyModel, record: ReadLines): void =>
  leaveFor(`?pasted=${keepPasted(record)}`, model);

function leaveFor(query: string, model: StudyModel): void {
  if (model.changed.peek()) toast(strings.goBackToFindWhat);
  navigate(`/analysis${query}`);
}

/** From now on it is found by its number; the page follows it there where it still shows it. */
function move(model: StudyModel, id: string): void {
  const shown = route.peek();
  const isShown = shown.page === "analysis" && opened.get(shown.query) === model;
  for (const [address, other] of opened) if (other === model) opened.delete(address);
  const query = `?game=${id}`;
  opened.set(query, model);
  if (!isShown) return;
  moved = model;
  replacePath(`/analysis${query}`);
}
