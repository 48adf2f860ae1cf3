import { listFailure } from "./paging.ts";

/** A page of games before the host has told anything: nothing, or why not. */
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
