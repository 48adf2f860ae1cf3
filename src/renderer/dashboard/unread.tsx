import { listFailure } from "./paging.ts";

/** The page before the host's first answer: empty, or the reason for the failure. */
export function Unread({ title }: { title: string }) {
  const failure = listFailure.value;
  return (
    <div class="page reading">
      <h1 class="visually-hidden" tabIndex={-1}>
        {title}
      </h1>
      {failure && <p role="alert">{failure.message}</p>}
    </div>
  );
}
