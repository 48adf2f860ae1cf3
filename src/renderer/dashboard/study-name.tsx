import * as strings from "./strings.ts";
/** That a game is a study, and what the person calls it. */
export const StudyName = ({ name }: { name: string }) => (
  <>
    {strings.study} <bdi>{name}</bdi>
  </>
);
