import { lazy } from "../../app/lazy.tsx";

/** What is drawn of a review comes when it is needed. Where it does not come, the panel says so for all of it. */
const parts = () => import("./parts.ts");
const Nothing = () => null;
export const Graph = lazy(async () => (await parts()).Graph, Nothing);
export const ReviewPanel = lazy(async () => (await parts()).ReviewPanel);
export const Verdict = lazy(async () => (await parts()).Verdict, Nothing);
