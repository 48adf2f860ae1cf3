import type { EngineNotice } from "../../shared/terms.ts";
import { toast } from "./toasts.tsx";

let told: EngineNotice = null;

/** Tells the person once that another engine than the chosen one analyses. */
export function tellNotice(notice: EngineNotice): void {
  if (notice === null || notice === told) return;
  told = notice;
  toast(notice, "problem");
}
