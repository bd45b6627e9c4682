import { useState } from 'react';

/** A message that is being written about a workspace; this tab keeps it over a reload. */
export function useDraft(workspaceId: string): [draft: string, setDraft: (draft: string) => void] {
  const storageKey = `shipmate.draft.${workspaceId}`;
  const [draft, setDraft] = useState(() => window.sessionStorage.getItem(storageKey) ?? '');
  function store(next: string) {
    setDraft(next);
    if (next === '') window.sessionStorage.removeItem(storageKey);
    else window.sessionStorage.setItem(storageKey, next);
  }
  return [draft, store];
}
