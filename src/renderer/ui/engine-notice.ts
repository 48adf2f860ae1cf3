import type { EngineNotice } from "../../shared/terms.ts";
import { toast } from "./toasts.tsx";

let told: EngineNotice = null;

/** Tells the person, once, that another engine looks at positions than the one they chose. */
export function tellNotice(notice: EngineNotice): void {
  if (notice === null || notice === told) return;
  told = notice;
  toast(notice, "problem");
}
