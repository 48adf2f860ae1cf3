export { Graph } from "./graph.tsx";
export { ReviewPanel } from "./review-panel.tsx";
export { Verdict } from "./verdict.tsx";
