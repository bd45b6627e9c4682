import type { ReactNode } from 'react';

/** In place of an empty list: the purpose of the page and the first step; announced when a filter empties the list. */
export function EmptyState({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className="text-muted py-10 text-center wrap-anywhere">
      {children}
    </p>
  );
}
