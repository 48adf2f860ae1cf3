export { Graph } from "./graph.tsx";
export { ReviewPanel, Verdict } from "./review-panel.tsx";
