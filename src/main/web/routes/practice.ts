import { z } from "zod";
import { answerRequest } from "../../practice/requests.ts";
import type { WebParts } from "../parts.ts";
import { type Routes, whileWanted } from "../respond.ts";

const nothing = z.strictObject({});

/** Practice of the person's own mistakes. */
export function practiceRoutes({ answer, answerBody }: Routes, { practice }: Pick<WebParts, "practice">): void {
  answer("GET", "/api/practice", () => practice.overview());
  answer("GET", "/api/practice/statistics", () => practice.statistics());
  answerBody("POST", "/api/practice/next", nothing, (_, context) => whileWanted(context, practice.next));
  answerBody("POST", "/api/practice/answers", answerRequest, (request) => practice.answer(request));
  answerBody("POST", "/api/practice/review", nothing, (_, context) => whileWanted(context, practice.review));
}
