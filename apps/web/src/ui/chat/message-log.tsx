import type { AppError } from '@shipmate/core';
import { ArrowDown } from 'lucide-react';
import { type FocusEvent, memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useStickToBottom } from 'use-stick-to-bottom';
import type { ChatMessage } from '../api/conversation.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { isFocusLost } from '../keyboard/is-focus-lost.ts';
import { useMediaQuery } from '../preference/use-media-query.ts';
import type { AnswerProps } from './answer.tsx';
import { LazyAnswer } from './lazy-answer.tsx';
import { Question } from './question.tsx';
import { RunStatusLine } from './run-status.tsx';
import { useSpokenAnswer } from './use-spoken-answer.ts';

interface MessageLogProps {
  readonly messages: readonly ChatMessage[];
  readonly earlier: EarlierMessages;
  readonly isAnswering: boolean;
  /** Regenerates the last answer. */
  readonly onRetry: (() => void) | undefined;
  /** Replaces an earlier question. */
  readonly onEdit: ((messageId: string, text: string) => void) | undefined;
  readonly onOpenFile: (path: string) => void;
  /** Shown without messages. */
  readonly emptyHint?: ReactNode;
  /** Shown below the newest message. */
  readonly children?: ReactNode;
}

/** The messages of a conversation; the view follows the newest line until the reader scrolls up. */
export function MessageLog({
  messages,
  earlier,
  isAnswering,
  onRetry,
  onEdit,
  onOpenFile,
  emptyHint,
  children,
}: MessageLogProps) {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const { scrollRef, contentRef, isAtBottom, scrollToBottom, stopScroll } = useStickToBottom({
    initial: 'instant',
    resize: isStill ? 'instant' : 'smooth',
  });
  const isSpoken = useSpokenAnswer(messages.at(-1), isAnswering);
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

  const place = useKeptPlace(scrollRef, messages[0]?.id);
  function loadEarlier() {
    stopScroll();
    place.keep();
    earlier.load?.();
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scrollRef}
        tabIndex={-1}
        className="relative h-full overflow-y-auto overscroll-contain -outline-offset-2"
      >
        <div ref={contentRef} onFocus={holdStill} className="px-4 py-5">
          <EarlierButton {...earlier} load={earlier.load && loadEarlier} />
          <div
            role="log"
            aria-live={isSpoken ? 'off' : undefined}
            aria-label="Conversation"
            aria-busy={isAnswering || earlier.isLoading}
            className="space-y-6"
          >
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
          {messages.length === 0 && (emptyHint ?? <EmptyConversation />)}
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

interface EarlierMessages {
  /** Undefined when all messages are shown. */
  readonly load: (() => void) | undefined;
  readonly isLoading: boolean;
  readonly error: AppError | null;
}

/** Loads older messages; renders nothing when all are shown. */
function EarlierButton({ load, isLoading, error }: EarlierMessages) {
  if (!load) return null;
  return (
    <div className="mb-6 flex flex-col items-center gap-2">
      {error && <ErrorBanner error={error} />}
      <Button isBusy={isLoading} onClick={load}>
        Earlier messages
      </Button>
    </div>
  );
}

/** Keeps the messages on screen in place when others appear above them. */
function useKeptPlace(scroller: RefObject<HTMLElement | null>, firstId: string | undefined) {
  const fromEnd = useRef<number>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || fromEnd.current === undefined) return;
    element.scrollTop = element.scrollHeight - fromEnd.current;
    fromEnd.current = undefined;
    // The button disappears with the oldest messages.
    if (isFocusLost()) element.focus();
  }, [scroller, firstId]);
  return {
    keep: () => {
      const element = scroller.current;
      if (element) fromEnd.current = element.scrollHeight - element.scrollTop;
    },
  };
}

function EmptyConversation() {
  return (
    <div className="text-muted space-y-1 py-10 text-center text-xs leading-relaxed">
      <p className="text-ink text-sm font-medium">What should change?</p>
      <p>Ask for a dependency, a setting or a new template, or have the chart explained.</p>
    </div>
  );
}

interface MessageProps extends AnswerProps {
  /** Replaces this question; undefined where that is not possible. */
  readonly onEdit?: ((messageId: string, text: string) => void) | undefined;
}

/** A message of the conversation: a question or an answer. */
const Message = memo(function Message({ onEdit, ...answer }: MessageProps) {
  const { message } = answer;
  if (message.role !== 'user') return <LazyAnswer {...answer} />;
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return <Question text={text} onEdit={onEdit && ((next) => onEdit(message.id, next))} />;
});
