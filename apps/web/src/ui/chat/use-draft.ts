import { useCallback, useSyncExternalStore } from 'react';

/** The draft of a message about a workspace; kept in this tab across reloads. */
export function useDraft(workspaceId: string): [draft: string, setDraft: (draft: string) => void] {
  const draft = useSyncExternalStore(subscribe, () => readDraft(workspaceId));
  const setDraft = useCallback((next: string) => storeDraft(workspaceId, next), [workspaceId]);
  return [draft, setDraft];
}

/** Returns the key of the draft of a job in a repository. */
export function repositoryDraft(repositoryId: string): string {
  return `repository.${repositoryId}`;
}

/** Appends text to the draft of a workspace. */
export function addToDraft(workspaceId: string, text: string): void {
  const draft = readDraft(workspaceId).trimEnd();
  storeDraft(workspaceId, draft === '' ? text : `${draft}\n\n${text}`);
}

function storageKeyOf(workspaceId: string): string {
  return `shipmate.draft.${workspaceId}`;
}

function readDraft(workspaceId: string): string {
  return window.sessionStorage.getItem(storageKeyOf(workspaceId)) ?? '';
}

function storeDraft(workspaceId: string, draft: string): void {
  const key = storageKeyOf(workspaceId);
  if (draft === '') window.sessionStorage.removeItem(key);
  else window.sessionStorage.setItem(key, draft);
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}
