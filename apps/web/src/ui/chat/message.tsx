import { isToolUIPart } from 'ai';
import { memo } from 'react';
import type { ChatMessage } from '../api/conversation.ts';
import { AnswerEnd } from './answer-end.tsx';
import { Markdown } from './markdown.tsx';
import { ToolCard } from './tool-card.tsx';

export interface MessageProps {
  readonly message: ChatMessage;
  /** Whether this message is still being written. */
  readonly isAnswering: boolean;
  /** Makes the answer anew, where that is possible. */
  readonly onRetry?: (() => void) | undefined;
  readonly onOpenFile: (path: string) => void;
}

/** A message of the conversation: what was asked, or the answer with its tool calls in order. */
export const Message = memo(function Message({ message, isAnswering, onRetry, onOpenFile }: MessageProps) {
  if (message.role === 'user') {
    return (
      <article
        aria-label="You"
        className="bg-raised ml-auto w-fit max-w-[90%] rounded-xl rounded-br-sm px-3.5 py-2 wrap-anywhere whitespace-pre-wrap"
      >
        {message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')}
      </article>
    );
  }
  return (
    <article aria-label="Shipmate" className="flex flex-col gap-2.5">
      {message.parts.map((part, index) => {
        if (part.type === 'text') return <Markdown key={index} text={part.text} />;
        if (!isToolUIPart(part)) return null;
        return <ToolCard key={part.toolCallId} part={part} isAnswering={isAnswering} onOpenFile={onOpenFile} />;
      })}
      {!isAnswering && <AnswerEnd message={message} onRetry={onRetry} />}
      {!isAnswering && <MessageCost message={message} />}
    </article>
  );
});

function MessageCost({ message: { metadata } }: { message: ChatMessage }) {
  if (!metadata?.inputTokens || metadata.outputTokens === undefined) return null;
  const count = new Intl.NumberFormat('en');
  return (
    <p className="text-muted text-2xs tabular-nums">
      {metadata.model} · {count.format(metadata.inputTokens)} tokens in, {count.format(metadata.outputTokens)} out
    </p>
  );
}
