import { getToolName, type DynamicToolUIPart, type ToolUIPart } from 'ai';
import { ApprovalCard } from './approval-card.tsx';
import type { CallQuestion } from './call-question.ts';
import { useConversationId } from './conversation-id.ts';
import { DoubtCard } from './doubt-card.tsx';

export interface CallDecisionProps {
  readonly part: DynamicToolUIPart | ToolUIPart;
  readonly question: CallQuestion;
}

/** The decision about a call, as a card in the conversation. */
export function CallDecision({ part, question }: CallDecisionProps) {
  const conversationId = useConversationId();
  if (question.about === 'approval') return <ApprovalCard approvalId={question.approvalId} />;
  return (
    <DoubtCard
      conversationId={conversationId}
      toolCallId={part.toolCallId}
      tool={getToolName(part)}
      input={part.input}
      choice={question.choice}
    />
  );
}
