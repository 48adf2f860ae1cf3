import { answerRequest, changesRequest, placeRequest, shareRequest, studyRequest } from "../../coach/requests.ts";
import type { WebParts } from "../parts.ts";
import { idOf, type Routes } from "../respond.ts";

/** The boards that the person shares with their assistants. */
export function coachRoutes({ answer, answerBody }: Routes, { coach }: Pick<WebParts, "coach">): void {
  answer("GET", "/api/coach/:id", (context) => coach.find(idOf(context)));
  answer("DELETE", "/api/coach/:id", (context) => coach.end(idOf(context)));
  answerBody("PUT", "/api/coach/:id", shareRequest, ({ lines }, context) => coach.share(idOf(context), lines));
  answerBody("POST", "/api/coach/:id/changes", changesRequest, (body, context) => coach.change(idOf(context), body));
  answerBody("PUT", "/api/coach/:id/place", placeRequest, (body, context) => coach.show(idOf(context), body));
  answerBody("POST", "/api/coach/:id/answers", answerRequest, ({ question, move }, context) =>
    coach.answer(idOf(context), question, move),
  );
  answer("POST", "/api/coach/:id/walks", (context) => coach.walk(idOf(context)));
  answerBody("PUT", "/api/coach/:id/study", studyRequest, ({ study }, context) => coach.saveAs(idOf(context), study));
}
