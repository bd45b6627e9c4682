import { z } from 'zod';
import type { ChatMessage } from '../api/conversation.ts';

const outputSchema = z.object({
  type: z.literal('data-tool_output'),
  data: z.object({ toolCallId: z.string(), text: z.string() }),
});

/** In characters; the end is shown, as in a terminal. */
const maxShown = 4_000;

/** Returns the end of a running tool's output; empty when there is none. */
export function toLiveOutput(toolCallId: string, { parts }: Pick<ChatMessage, 'parts'>): string {
  return parts
    .flatMap((part) => outputSchema.safeParse(part).data?.data ?? [])
    .flatMap((said) => (said.toolCallId === toolCallId ? said.text : []))
    .join('')
    .slice(-maxShown);
}
