import type {
  PracticeNext,
  PracticeOverview,
  PracticeQuestion,
  PracticeResult,
  PracticeStatistics,
} from "../../shared/practice/questions.ts";
import { get, send, sendAndHear } from "../api/request.ts";

export const getOverview = () => get<PracticeOverview>("/api/practice");
export const getStatistics = () => get<PracticeStatistics>("/api/practice/statistics");
/** The next position; the engine may have to search for it first. */
export const askNext = (signal: AbortSignal) => send<PracticeNext>("POST", "/api/practice/next", {}, signal);
/** Answers a question; without a move, the person gave up. */
export const sendAnswer = ({ id, answers }: PracticeQuestion, move: string | null, hints: number, ms: number) =>
  send<PracticeResult>("POST", "/api/practice/answers", { id, answers, move, hints, ms });
/** Has all games reviewed; `onLine` is called with the progress. */
export const reviewAll = (onLine: (line: unknown) => void, signal: AbortSignal) =>
  sendAndHear<PracticeOverview, unknown>("/api/practice/review", {}, onLine, signal);
