import { lazy } from "../../app/lazy.tsx";

/** What is drawn of a review comes when it is needed. */
const parts = () => import("./parts.ts");
export const Graph = lazy(async () => (await parts()).Graph);
export const ReviewPanel = lazy(async () => (await parts()).ReviewPanel);
export const Verdict = lazy(async () => (await parts()).Verdict);
