import { useEffect } from "preact/hooks";

/** The page's icon with a dot. */
const dotted =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2f5d50"/><path fill="#fbf6e9" d="M16 5a4.2 4.2 0 0 0-2.7 7.4H11v2.4h2.7c-.3 3.6-1.6 6-3.7 7.6v2.2h12v-2.2c-2.1-1.6-3.4-4-3.7-7.6H21v-2.4h-2.3A4.2 4.2 0 0 0 16 5ZM8.5 26v2h15v-2Z"/><circle cx="25" cy="7" r="7" fill="#e0562f"/></svg>',
  );

/** Marks the browser's tab while it is the person's turn. In the window, the host marks the application. */
export function useTurnBadge(yours: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!icon || !yours) return;
    const before = icon.href;
    icon.href = dotted;
    return () => {
      icon.href = before;
    };
  }, [yours]);
}
