import { useMemo, useSyncExternalStore } from 'react';
import { uuidv7 } from 'uuidv7';
import { toWorkspacePath } from './route.ts';

/** The conversation in the address. */
interface AddressedConversation {
  readonly id: string;
  /** True when the conversation was begun in this tab and has no messages yet. */
  readonly isNew: boolean;
}

/** Returns the conversation in the address, if any; follows links and the back button. */
export function useAddressedConversation(): AddressedConversation | undefined {
  const search = useSyncExternalStore(subscribe, () => window.location.search);
  return useMemo(() => {
    const id = new URLSearchParams(search).get('conversation');
    return id === null ? undefined : { id, isNew: isMarkedNew(window.history.state) };
  }, [search]);
}

/** Returns the path of a conversation. */
export function toConversationPath(workspaceId: string, conversationId: string): string {
  return `${toWorkspacePath(workspaceId)}?conversation=${encodeURIComponent(conversationId)}`;
}

/** Opens a conversation of the workspace; the files on the screen stay unchanged. */
export function openConversation(workspaceId: string, conversationId: string): void {
  go(toConversationPath(workspaceId, conversationId), null);
}

/** Opens an empty conversation; it is stored with its first message. */
export function beginConversation(workspaceId: string): void {
  go(toConversationPath(workspaceId, uuidv7()), newMark);
}

/** Marks the conversation in the address as stored, so that a reload loads it. */
export function keepConversation(): void {
  if (isMarkedNew(window.history.state)) window.history.replaceState(null, '');
}

const newMark = { shipmate: 'new conversation' } as const;

function isMarkedNew(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'shipmate') === newMark.shipmate;
}

function go(path: string, state: typeof newMark | null): void {
  window.history.pushState(state, '', path);
  window.dispatchEvent(new PopStateEvent('popstate', { state }));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange);
  return () => window.removeEventListener('popstate', onChange);
}
