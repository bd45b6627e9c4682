import { unknownCallDecisionRequestSchema } from '@shipmate/protocol';
import { getToolName, type DynamicToolUIPart, type ToolUIPart } from 'ai';
import { z } from 'zod';
import type { ChatMessage } from '../api/conversation.ts';
import { usePlanHost } from '../plans/plan-host.ts';
import { ApprovalCard } from './approval-card.tsx';
import { DoubtCard } from './doubt-card.tsx';

const doubtSchema = z.object({
  type: z.literal('data-tool_call_unknown'),
  data: unknownCallDecisionRequestSchema.partial().extend({ toolCallId: z.string() }),
});

export interface CallDecisionProps {
  readonly part: DynamicToolUIPart | ToolUIPart;
  /** The message that the call is a part of. */
  readonly message: ChatMessage;
}

/** What a person is asked about a call of the answer that is being made, if anything. */
export function CallDecision({ part, message }: CallDecisionProps) {
  const { conversationId } = usePlanHost();
  const { toolCallId } = part;
  if (part.state === 'approval-requested') return <ApprovalCard approvalId={part.approval.id} />;
  if (part.state !== 'input-available') return null;
  const doubt = message.parts
    .map((other) => doubtSchema.safeParse(other).data?.data)
    .find((data) => data?.toolCallId === toolCallId);
  if (!doubt) return null;
  const { choice } = doubt;
  return <DoubtCard {...{ conversationId, toolCallId, choice }} tool={getToolName(part)} input={part.input} />;
}
