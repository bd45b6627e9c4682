import { useEffect, useRef } from 'react';
import type { ChatMessage } from '../api/conversation.ts';
import { readSentences } from './spoken-sentences.ts';

/** A document of a browser with ARIA notifications, which TypeScript does not declare. */
interface NotifyingDocument {
  readonly ariaNotify: (text: string) => void;
}

/**
 * Announces an answer to screen readers sentence by sentence while it streams, where the browser has ARIA notifications; returns
 * false where it has none, so that a live region announces the answer once it is complete. A stored answer is not announced.
 */
export function useSpokenAnswer(message: ChatMessage | undefined, isAnswering: boolean): boolean {
  const reading = useRef<{ readonly id: string; readonly to: number }>(undefined);
  const isSupported = hasNotifications(document);
  useEffect(() => {
    if (message?.role !== 'assistant' || !hasNotifications(document)) return;
    const isFollowed = reading.current?.id === message.id;
    if (!isAnswering && !isFollowed) return;
    const from = isFollowed ? (reading.current?.to ?? 0) : 0;
    const { spoken, to } = readSentences(textOf(message), { from, isComplete: !isAnswering });
    reading.current = { id: message.id, to };
    if (spoken !== '') document.ariaNotify(spoken);
  }, [message, isAnswering]);
  return isSupported;
}

function hasNotifications(page: Document): page is Document & NotifyingDocument {
  return 'ariaNotify' in page && typeof page.ariaNotify === 'function';
}

function textOf({ parts }: ChatMessage): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
