import { AppError } from '@shipmate/core';
import { isToolUIPart } from 'ai';
import { CircleAlert, CircleSlash, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChatMessage } from '../api/conversation.ts';
import { Cost, Tokens } from '../components/amount.tsx';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Markdown } from '../components/markdown.tsx';
import { ToolStep } from './tool-step.tsx';

export interface AnswerProps {
  readonly message: ChatMessage;
  /** True when this message is still streaming. */
  readonly isAnswering: boolean;
  /** Regenerates the answer; undefined where that is not possible. */
  readonly onRetry?: (() => void) | undefined;
  readonly onOpenFile: (path: string) => void;
}

/** An answer with its tool calls in order. */
export function Answer({ message, isAnswering, onRetry, onOpenFile }: AnswerProps) {
  return (
    <article aria-label="Shipmate" className="flex flex-col gap-2.5">
      {message.parts.map((part, index) => {
        if (part.type === 'text') return <Markdown key={index} text={part.text} />;
        if (!isToolUIPart(part)) return null;
        return <ToolStep key={part.toolCallId} {...{ part, message, isAnswering, onOpenFile }} />;
      })}
      {!isAnswering && <AnswerEnd message={message} onRetry={onRetry} />}
      {!isAnswering && <AnswerCost message={message} />}
    </article>
  );
}

/** The model, token count and cost of an answer. */
function AnswerCost({ message: { metadata } }: { message: ChatMessage }) {
  if (!metadata?.inputTokens || metadata.outputTokens === undefined) return null;
  const { model, costUsd = null } = metadata;
  return (
    <p className="text-muted text-2xs tabular-nums wrap-anywhere">
      {model} · <Tokens usage={metadata} model={model} /> · <Cost usd={costUsd} />
    </p>
  );
}

interface AnswerEndProps {
  readonly message: ChatMessage;
  /** Regenerates the answer; defined for the last one only. */
  readonly onRetry: (() => void) | undefined;
}

/** Explains why an answer is incomplete; renders nothing when it is complete. */
function AnswerEnd({ message: { metadata, parts }, onRetry }: AnswerEndProps) {
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
      {cutShort.by === 'limit' ? cutShort.message : 'This answer was stopped.'}
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
