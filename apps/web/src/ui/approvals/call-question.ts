import { unknownCallDecisionRequestSchema, type UnknownCallDecisionRequest } from '@shipmate/protocol/web/unknown-call';
import type { DynamicToolUIPart, ToolUIPart } from 'ai';
import { z } from 'zod';
import type { ChatMessage } from '../api/conversation.ts';

/**
 * A decision about a call that is required from a person: its approval, or its outcome when that is unknown; with the
 * choice once made.
 */
export type CallQuestion =
  | { readonly about: 'approval'; readonly approvalId: string }
  | { readonly about: 'unknown outcome'; readonly choice: UnknownCallDecisionRequest['choice'] | undefined };

const unknownCallSchema = z.object({
  type: z.literal('data-tool_call_unknown'),
  data: z.object({ toolCallId: z.string(), choice: unknownCallDecisionRequestSchema.shape.choice.optional() }),
});

/** Reads the decision that a call of a streaming message requires, if any. */
export function toCallQuestion(
  part: DynamicToolUIPart | ToolUIPart,
  { parts }: Pick<ChatMessage, 'parts'>,
): CallQuestion | undefined {
  if (part.state === 'approval-requested') return { about: 'approval', approvalId: part.approval.id };
  if (part.state !== 'input-available') return undefined;
  const unknown = parts
    .map((other) => unknownCallSchema.safeParse(other).data?.data)
    .find((data) => data?.toolCallId === part.toolCallId);
  return unknown && { about: 'unknown outcome', choice: unknown.choice };
}

/** Returns true while the answer waits for the decision. */
export function isOpen(question: CallQuestion | undefined): boolean {
  return question?.about === 'approval' || (question?.about === 'unknown outcome' && question.choice === undefined);
}
