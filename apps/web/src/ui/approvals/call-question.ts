import { unknownCallDecisionRequestSchema, type UnknownCallDecisionRequest } from '@shipmate/protocol';
import type { DynamicToolUIPart, ToolUIPart } from 'ai';
import { z } from 'zod';
import type { ChatMessage } from '../api/conversation.ts';

/** What a person is asked about a call: whether it may be made, or what became of it, unless they have said so. */
export type CallQuestion =
  | { readonly about: 'approval'; readonly approvalId: string }
  | { readonly about: 'doubt'; readonly choice: UnknownCallDecisionRequest['choice'] | undefined };

const doubtSchema = z.object({
  type: z.literal('data-tool_call_unknown'),
  data: unknownCallDecisionRequestSchema.partial().extend({ toolCallId: z.string() }),
});

/** Reads what is asked about a call of a message that is being written, if anything. */
export function toCallQuestion(
  part: DynamicToolUIPart | ToolUIPart,
  { parts }: Pick<ChatMessage, 'parts'>,
): CallQuestion | undefined {
  if (part.state === 'approval-requested') return { about: 'approval', approvalId: part.approval.id };
  if (part.state !== 'input-available') return undefined;
  const doubt = parts
    .map((other) => doubtSchema.safeParse(other).data?.data)
    .find((data) => data?.toolCallId === part.toolCallId);
  return doubt && { about: 'doubt', choice: doubt.choice };
}

/** Whether the answer waits for what the person says. */
export function isOpen(question: CallQuestion | undefined): boolean {
  return question?.about === 'approval' || (question?.about === 'doubt' && question.choice === undefined);
}
