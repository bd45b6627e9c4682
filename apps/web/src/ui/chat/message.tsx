import { isToolUIPart } from 'ai';
import { memo } from 'react';
import type { ChatMessage } from '../api/conversation.ts';
import { AnswerCost } from './answer-cost.tsx';
import { AnswerEnd } from './answer-end.tsx';
import { Markdown } from '../components/markdown.tsx';
import { Question } from './question.tsx';
import { ToolStep } from './tool-step.tsx';

export interface MessageProps {
  readonly message: ChatMessage;
  /** True when this message is still streaming. */
  readonly isAnswering: boolean;
  /** Regenerates the answer; undefined where that is not possible. */
  readonly onRetry?: (() => void) | undefined;
  /** Replaces this question; undefined where that is not possible. */
  readonly onEdit?: ((messageId: string, text: string) => void) | undefined;
  readonly onOpenFile: (path: string) => void;
}

/** A message of the conversation: a question, or an answer with its tool calls in order. */
export const Message = memo(function Message({ message, isAnswering, onRetry, onEdit, onOpenFile }: MessageProps) {
  if (message.role === 'user') {
    const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    return <Question text={text} onEdit={onEdit && ((next) => onEdit(message.id, next))} />;
  }
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
});
