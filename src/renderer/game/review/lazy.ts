import { lazyComponent } from "../../app/lazy.tsx";

/** The parts of a review, loaded on demand. Where that fails, the panel says so for all of them. */
const parts = () => import("./review-panel.tsx");
const Nothing = () => null;
export const Graph = lazyComponent(async () => (await parts()).Graph, Nothing);
export const ReviewUnderWay = lazyComponent(async () => (await parts()).ReviewUnderWay, Nothing);
export const ReviewPanel = lazyComponent(async () => (await parts()).ReviewPanel);
export const Verdict = lazyComponent(async () => (await parts()).Verdict, Nothing);
