import type { DynamicToolUIPart, ToolUIPart } from 'ai';
import type { ChatMessage } from '../api/conversation.ts';
import { useApproval } from '../approvals/approvals-query.ts';
import { CallDecision } from '../approvals/call-decision.tsx';
import { isOpen, toCallQuestion } from '../approvals/call-question.ts';
import { toLiveOutput } from './live-output.ts';
import { LiveOutputView } from './live-output-view.tsx';
import { ToolCard } from './tool-card.tsx';

export interface ToolStepProps {
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
