import { AppError } from '@shipmate/core';
import { isToolUIPart } from 'ai';
import { CircleAlert, CircleSlash, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChatMessage } from '../api/conversation.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';

export interface AnswerEndProps {
  readonly message: ChatMessage;
  /** Regenerates the answer; defined for the last one only. */
  readonly onRetry: (() => void) | undefined;
}

/** Explains why an answer is incomplete; renders nothing when it is complete. */
export function AnswerEnd({ message: { metadata, parts }, onRetry }: AnswerEndProps) {
  const isEmpty = !parts.some((part) => part.type === 'text' || isToolUIPart(part));
  const cutShort = metadata?.cutShort;
  const retryLabel = isEmpty ? 'Try again' : 'Regenerate';
  if (!cutShort) return isEmpty ? <EndLine>No answer was written.</EndLine> : null;
  if (cutShort.by === 'error') {
    const { code, message } = cutShort;
    if (onRetry)
      return <ErrorBanner error={new AppError({ code, message })} onRetry={onRetry} retryLabel={retryLabel} />;
    return <EndLine icon={<CircleAlert aria-hidden className="text-removed" />}>This answer failed. {message}</EndLine>;
  }
  return (
    <EndLine icon={<CircleSlash aria-hidden />}>
      This answer was stopped.
      {onRetry && (
        <Button variant="quiet" icon={<RotateCcw aria-hidden />} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </EndLine>
  );
}

function EndLine({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <div className="text-muted flex items-center gap-2 text-xs [&>svg]:size-3.5 [&>svg]:shrink-0">
      {icon}
      {children}
    </div>
  );
}
