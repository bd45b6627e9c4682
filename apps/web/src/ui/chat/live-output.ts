import { z } from 'zod';
import type { ChatMessage } from '../api/conversation.ts';

const outputSchema = z.object({
  type: z.literal('data-tool_output'),
  data: z.object({ toolCallId: z.string(), text: z.string() }),
});

/** What is shown of it: the end, as in a terminal. */
const maxShown = 4_000;

/** The end of what a tool has said since its call was begun; empty when it says nothing. */
export function toLiveOutput(toolCallId: string, { parts }: Pick<ChatMessage, 'parts'>): string {
  return parts
    .flatMap((part) => outputSchema.safeParse(part).data?.data ?? [])
    .flatMap((said) => (said.toolCallId === toolCallId ? said.text : []))
    .join('')
    .slice(-maxShown);
}
