import { type DynamicToolUIPart, getToolName, type ToolUIPart } from 'ai';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import type { ChatMessage } from '../api/conversation.ts';
import { ApprovalCard } from '../approvals/approval-card.tsx';
import { useApproval } from '../approvals/approvals-query.ts';
import { type CallQuestion, isOpen, toCallQuestion } from '../approvals/call-question.ts';
import { useConversationId } from '../approvals/conversation-id.ts';
import { UnknownCallCard } from '../approvals/unknown-call-card.tsx';
import { ToolCard } from './tool-card.tsx';

interface ToolStepProps {
  readonly part: DynamicToolUIPart | ToolUIPart;
  /** The message that contains the call. */
  readonly message: ChatMessage;
  readonly isAnswering: boolean;
  readonly onOpenFile: (path: string) => void;
}

/** A tool call of an answer, with its live output and the decision that it requires. */
export function ToolStep({ part, message, isAnswering, onOpenFile }: ToolStepProps) {
  const question = isAnswering ? toCallQuestion(part, message) : undefined;
  const approval = useApproval(question?.about === 'approval' ? question.approvalId : undefined).data;
  const output = toLiveOutput(part.toolCallId, message);
  const isWaiting = isOpen(question) && (approval?.status ?? 'pending') === 'pending';
  return (
    <>
      <ToolCard part={part} isAnswering={isAnswering} isWaiting={isWaiting} onOpenFile={onOpenFile} />
      {isAnswering && part.state === 'input-available' && output !== '' && <LiveOutputView text={output} />}
      {question && <CallDecision part={part} question={question} />}
    </>
  );
}

interface CallDecisionProps {
  readonly part: DynamicToolUIPart | ToolUIPart;
  readonly question: CallQuestion;
}

/** The decision about a call, as a card in the conversation. */
function CallDecision({ part, question }: CallDecisionProps) {
  const conversationId = useConversationId();
  if (question.about === 'approval') return <ApprovalCard approvalId={question.approvalId} />;
  return (
    <UnknownCallCard
      conversationId={conversationId}
      toolCallId={part.toolCallId}
      tool={getToolName(part)}
      input={part.input}
      choice={question.choice}
    />
  );
}

/** The output of a running tool; the newest line stays in view. */
function LiveOutputView({ text }: { readonly text: string }) {
  const block = useRef<HTMLPreElement>(null);
  useEffect(() => {
    block.current?.scrollTo({ top: block.current.scrollHeight });
  }, [text]);
  return (
    <pre
      ref={block}
      tabIndex={0}
      role="region"
      aria-label="Output so far"
      className="border-line bg-raised -mt-1.5 max-h-40 overflow-auto rounded-lg border p-2 font-mono text-2xs leading-4 wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}

const outputSchema = z.object({
  type: z.literal('data-tool_output'),
  data: z.object({ toolCallId: z.string(), text: z.string() }),
});

/** In characters; the end is shown, as in a terminal. */
const maxOutputShown = 4_000;

/** Returns the end of a running tool's output; empty when there is none. */
export function toLiveOutput(toolCallId: string, { parts }: Pick<ChatMessage, 'parts'>): string {
  return parts
    .flatMap((part) => outputSchema.safeParse(part).data?.data ?? [])
    .flatMap((said) => (said.toolCallId === toolCallId ? said.text : []))
    .join('')
    .slice(-maxOutputShown);
}
