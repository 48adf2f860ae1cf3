import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Answer } from "../api/request.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import "./deleted-dialog.css";

interface DeletedItem {
  readonly id: string;
  readonly line: ComponentChildren;
}

interface DeletedProps<Page> {
  readonly title: string;
  /** The text of an empty list. */
  readonly none: string;
  /** Asks for a page of them, newest first. */
  readonly readPage: (cursor: { readonly cursor?: string }) => Promise<Answer<Page>>;
  /** Where the next page begins is null after the last. */
  readonly itemsOf: (page: Page) => { readonly items: readonly DeletedItem[]; readonly next: string | null };
  readonly restore: (id: string) => Promise<Answer<unknown>>;
  readonly restoreLabel: (id: string) => string;
  readonly onClose: () => void;
}

/** A list of deleted games or leagues, each with a button to restore it. */
export function DeletedDialog<Page>(props: DeletedProps<Page>) {
  const { title, none, readPage: fetchPage, itemsOf, restore, restoreLabel, onClose } = props;
  const [items, setItems] = useState<readonly DeletedItem[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const readPage = async (cursor?: string) => {
    const answer = await fetchPage(cursor === undefined ? {} : { cursor });
    if (!answer.ok) return setProblem(answer.message);
    setProblem(null);
    const page = itemsOf(answer.value);
    setItems((before) => [...(cursor === undefined ? [] : (before ?? [])), ...page.items]);
    setNext(page.next);
  };
  useEffect(() => void readPage(), []);
  const bringBack = async (id: string) => {
    const answer = await restore(id);
    if (!answer.ok) return setProblem(answer.message);
    setItems((before) => (before ?? []).filter((item) => item.id !== id));
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {next !== null && <Button label="Show more" onClick={() => void readPage(next)} />}
          <Button label="Done" kind="primary" onClick={onClose} />
        </>
      }
    >
      {problem !== null && <p role="alert">{problem}</p>}
      {items?.length === 0 && <p class="quiet">{none}</p>}
      <ul class="deleted-items ruled-parts">
        {items?.map(({ id, line }) => (
          <li key={id} class="grid middle" data-item={id}>
            {line}
            <Button size="small" aria-label={restoreLabel(id)} onClick={() => void bringBack(id)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
