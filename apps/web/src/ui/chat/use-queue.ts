import { useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';

/** Maximum number of queued messages of a conversation. */
const maxQueued = 10;

/** The messages of a conversation that wait for the end of the current answer; kept in this tab across reloads. */
export interface MessageQueue {
  readonly messages: readonly string[];
  readonly isFull: boolean;
  readonly add: (message: string) => void;
  /** Removes a message by its position. */
  readonly remove: (position: number) => void;
}

/** The queue of a conversation. A message may be queued before the server's id of the conversation is known. */
export function useQueue(id: string, ownId: string = id): MessageQueue {
  const [key, firstKey] = [toKey(ownId), toKey(id)];
  const stored = useSyncExternalStore(subscribe, () => read(key) ?? read(firstKey));
  return useMemo(() => {
    const messages = parseQueue(stored);
    const isFull = messages.length >= maxQueued;
    const store = (changed: readonly string[]) => {
      window.sessionStorage.removeItem(firstKey);
      storeQueue(key, changed);
    };
    return {
      messages,
      isFull,
      add: (message) => store(isFull ? messages : [...messages, message]),
      remove: (position) => store(messages.toSpliced(position, 1)),
    };
  }, [key, firstKey, stored]);
}

function toKey(id: string): string {
  return `shipmate.queue.${id}`;
}

function read(key: string): string | null {
  return window.sessionStorage.getItem(key);
}

/** Parses a stored queue; a text of another shape is an empty queue. */
export function parseQueue(stored: string | null): readonly string[] {
  const parsed = storedSchema.safeParse(stored ?? '[]');
  return parsed.success ? parsed.data.slice(0, maxQueued) : [];
}

const storedSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('The text is not JSON.');
      return z.NEVER;
    }
  })
  .pipe(z.array(z.string()));

function storeQueue(key: string, messages: readonly string[]): void {
  if (messages.length === 0) window.sessionStorage.removeItem(key);
  else window.sessionStorage.setItem(key, JSON.stringify(messages));
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}
