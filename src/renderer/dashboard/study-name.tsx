/** That a game is a study, and what the person calls it. */
export const StudyName = ({ name }: { name: string }) => (
  <>
    Study: <bdi>{name}</bdi>
  </>
);
