import type { SessionResponse } from '@shipmate/protocol/web/session';
import { ArrowUp, ListPlus, Square } from 'lucide-react';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { Button } from '../components/button.tsx';
import { ModelPicker } from '../model/model-picker.tsx';

const PersonaPicker = lazy(async () => ({ default: (await import('../persona/persona-picker.tsx')).PersonaPicker }));

/** The server's limit, in characters. */
export const maxPromptLength = 20_000;

interface PromptBoxProps {
  readonly session: SessionResponse;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
  /** Defined while an answer is streaming: the button stops it, and Enter queues the message. */
  readonly onStop?: (() => void) | undefined;
  /** Queues the message until the answer is complete. */
  readonly onQueue?: () => void;
  readonly isQueueFull?: boolean;
  readonly isSending?: boolean;
  readonly isStopping?: boolean;
  readonly placeholder: string;
  /** The id of the element that says what a message does. */
  readonly describedBy?: string;
  readonly sendVariant?: 'primary' | 'outline';
  readonly minRows?: number;
  /** True when the person can choose what the answer may change. */
  readonly hasPersona?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** The box for a message: grows with its text, Enter sends or queues, Shift+Enter inserts a line break. */
export function PromptBox({
  session,
  value,
  onChange,
  onSubmit,
  onStop,
  onQueue,
  isQueueFull = false,
  isSending = false,
  isStopping = false,
  placeholder,
  describedBy,
  sendVariant = 'primary',
  minRows = 1,
  hasPersona = false,
  ref,
}: PromptBoxProps) {
  const frame = useRef<HTMLFormElement>(null);
  const [isRefused, setIsRefused] = useState(false);
  const isWritten = value.trim() !== '';
  const isSendable = isWritten && !isSending && !onStop;

  const fitted = useRef('');
  useLayoutEffect(() => {
    // An empty box is fitted after its first layout, which measuring it here would double.
    if (value !== fitted.current) fitText(frame.current);
    fitted.current = value;
  }, [value]);
  useEffect(() => {
    if (!frame.current) return;
    const widthChanges = new ResizeObserver(([entry]) => fitText(entry?.target));
    widthChanges.observe(frame.current);
    return () => widthChanges.disconnect();
  }, []);

  function submit() {
    setIsRefused(onStop !== undefined && isWritten && isQueueFull);
    if (isSendable) onSubmit();
    else if (onStop && isWritten && !isQueueFull) onQueue?.();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  }

  return (
    <form
      ref={frame}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="border-edge bg-surface focus-within:border-accent focus-within:ring-accent rounded-xl border shadow-xs focus-within:ring-1"
    >
      <textarea
        ref={ref}
        aria-label="Message"
        aria-describedby={describedBy}
        rows={minRows}
        maxLength={maxPromptLength}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="placeholder:text-muted block max-h-[40dvh] w-full resize-none bg-transparent px-3.5 pt-3 pb-1 text-base leading-normal outline-none sm:text-sm"
      />
      <div aria-live="polite" className="text-muted px-3.5 text-xs">
        {isRefused && onStop && 'The queue is full. Remove a queued message, or wait for the answer.'}
      </div>
      <div className="flex items-center justify-between gap-2 p-1.5">
        <div className="flex min-w-0 items-center">
          <ModelPicker session={session} />
          {hasPersona && (
            <Suspense>
              <PersonaPicker />
            </Suspense>
          )}
        </div>
        {onStop ? (
          <div className="flex gap-1.5">
            {isWritten && (
              <Button type="submit" icon={<ListPlus aria-hidden />}>
                Queue
              </Button>
            )}
            <Button onClick={onStop} isBusy={isStopping} icon={<Square aria-hidden fill="currentColor" />}>
              Stop
            </Button>
          </div>
        ) : (
          <Button
            type="submit"
            variant={sendVariant}
            disabled={!isSendable}
            isBusy={isSending}
            icon={<ArrowUp aria-hidden />}
          >
            Send
          </Button>
        )}
      </div>
    </form>
  );
}

/** Sets the height of the box to that of its text. */
function fitText(frame: Element | null | undefined): void {
  const textarea = frame?.querySelector('textarea');
  if (!textarea) return;
  textarea.style.height = 'auto';
  textarea.style.height = `${textarea.scrollHeight}px`;
}
