/** A problem that belongs to no field, read aloud as it appears; nothing where there is none. */
export const Problem = ({ text }: { readonly text: string | null | undefined }) =>
  text === null || text === undefined ? null : (
    <p class="field-error" role="alert">
      {text}
    </p>
  );
