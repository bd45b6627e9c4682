import { ArrowDown } from 'lucide-react';
import { useEffect, type FocusEvent, type ReactNode } from 'react';
import { useStickToBottom } from 'use-stick-to-bottom';
import type { ChatMessage } from '../api/conversation.ts';
import { Button } from '../components/button.tsx';
import { useMediaQuery } from '../preference/use-media-query.ts';
import { Message } from './message.tsx';
import { RunStatusLine } from './run-status-line.tsx';

export interface ConversationProps {
  readonly messages: readonly ChatMessage[];
  readonly isAnswering: boolean;
  /** Regenerates the last answer. */
  readonly onRetry: () => void;
  /** Replaces an earlier question. */
  readonly onEdit: (messageId: string, text: string) => void;
  readonly onOpenFile: (path: string) => void;
  /** Shown below the newest message. */
  readonly children?: ReactNode;
}

/** The messages of a conversation; the view follows the newest line until the reader scrolls up. */
export function Conversation({ messages, isAnswering, onRetry, onEdit, onOpenFile, children }: ConversationProps) {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const { scrollRef, contentRef, isAtBottom, scrollToBottom, stopScroll } = useStickToBottom({
    initial: 'instant',
    resize: isStill ? 'instant' : 'smooth',
  });
  const questionId = messages.findLast(({ role }) => role === 'user')?.id;
  useEffect(() => {
    void scrollToBottom();
  }, [questionId, scrollToBottom]);

  /** Keeps a focused text field of the conversation in view while the conversation grows. */
  function holdStill({ target }: FocusEvent) {
    if (!(target instanceof HTMLTextAreaElement)) return;
    stopScroll();
    target.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div ref={scrollRef} className="relative h-full overflow-y-auto overscroll-contain">
        <div ref={contentRef} onFocus={holdStill} className="px-4 py-5">
          <div role="log" aria-label="Conversation" aria-busy={isAnswering} className="space-y-6">
            {messages.map((message, index) => (
              <Message
                key={message.id}
                message={message}
                isAnswering={isAnswering && index === messages.length - 1}
                onRetry={index === messages.length - 1 ? onRetry : undefined}
                onEdit={isAnswering ? undefined : onEdit}
                onOpenFile={onOpenFile}
              />
            ))}
          </div>
          {messages.length === 0 && <EmptyConversation />}
          <RunStatusLine message={messages.at(-1)} isAnswering={isAnswering} />
          {children}
        </div>
      </div>
      {!isAtBottom && (
        <Button
          onClick={() => void scrollToBottom()}
          icon={<ArrowDown aria-hidden />}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-md"
        >
          Jump to latest
        </Button>
      )}
    </div>
  );
}

function EmptyConversation() {
  return (
    <div className="text-muted space-y-1 py-10 text-center text-xs leading-relaxed">
      <p className="text-ink text-sm font-medium">What should change?</p>
      <p>Ask for a dependency, a setting or a new template, or have the chart explained.</p>
    </div>
  );
}
