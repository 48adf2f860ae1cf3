import { lazy } from "../../app/lazy.tsx";

/** The parts of a review, loaded on demand. Where that fails, the panel says so for all of them. */
const parts = () => import("./review-panel.tsx");
const Nothing = () => null;
export const Graph = lazy(async () => (await parts()).Graph, Nothing);
export const ReviewUnderWay = lazy(async () => (await parts()).ReviewUnderWay, Nothing);
export const ReviewPanel = lazy(async () => (await parts()).ReviewPanel);
export const Verdict = lazy(async () => (await parts()).Verdict, Nothing);
