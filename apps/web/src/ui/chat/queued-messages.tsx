import { Pencil, X } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { IconButton } from '../components/icon-button.tsx';
import type { MessageQueue } from './use-queue.ts';

interface QueuedMessagesProps {
  readonly queue: MessageQueue;
  readonly isAnswering: boolean;
  /** Removes a message from the queue and appends it to the message box. */
  readonly onEdit: (position: number) => void;
  readonly onRemove: (position: number) => void;
  /** Sends the first message. */
  readonly onSend: () => void;
}

/** The messages that wait for the end of the answer. After an incomplete answer a button sends them. */
export function QueuedMessages({ queue, isAnswering, onEdit, onRemove, onSend }: QueuedMessagesProps) {
  const { messages } = queue;
  return (
    <section aria-label="Queued messages" className={messages.length === 0 ? undefined : 'mb-2 space-y-1.5 text-xs'}>
      <div className="flex items-center justify-between gap-2">
        <p role="status" className="text-muted">
          {describeQueue(messages.length, isAnswering)}
        </p>
        {messages.length > 0 && !isAnswering && <Button onClick={onSend}>Send now</Button>}
      </div>
      {messages.length > 0 && (
        <ol className="space-y-1">
          {messages.map((message, position) => (
            <li key={position} className="border-line bg-surface flex items-center gap-1 rounded-lg border pl-2.5">
              <span className="line-clamp-2 min-w-0 flex-1 py-1 wrap-anywhere whitespace-pre-line">{message}</span>
              <IconButton label={`Edit queued message ${position + 1}`} onClick={() => onEdit(position)}>
                <Pencil aria-hidden />
              </IconButton>
              <IconButton label={`Remove queued message ${position + 1}`} onClick={() => onRemove(position)}>
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function describeQueue(count: number, isAnswering: boolean): string {
  if (count === 0) return '';
  const queued = count === 1 ? '1 message queued.' : `${count} messages queued.`;
  return isAnswering ? `${queued} The next one is sent when the answer is complete.` : `${queued} Not sent yet.`;
}
