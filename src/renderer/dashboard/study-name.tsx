import * as strings from "./strings.ts";
/** Marks a game as a study, with the person's name for it. */
export const StudyName = ({ name }: { name: string }) => (
  <>
    {strings.study} <bdi>{name}</bdi>
  </>
);
