import { AppError } from '@shipmate/core';
import { readServerSentEvents } from '@shipmate/protocol/client';
import { z } from 'zod';

const call = { toolCallId: z.string() };

/** The chunks of an answer that a terminal shows; others are skipped. */
const chunkSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), messageId: z.string() }),
  z.object({ type: z.literal('text-delta'), delta: z.string() }),
  z.object({ type: z.literal('text-end') }),
  z.object({ type: z.literal('tool-input-available'), toolName: z.string(), input: z.unknown(), ...call }),
  z.object({ type: z.literal('tool-approval-request'), approvalId: z.string(), ...call }),
  z.object({ type: z.literal('tool-output-available'), output: z.unknown(), ...call }),
  z.object({ type: z.literal('tool-output-error'), errorText: z.string(), ...call }),
  z.object({
    type: z.literal('data-tool_call_unknown'),
    data: z.object({ choice: z.string().optional(), ...call }),
  }),
  z.object({ type: z.literal('data-conversation'), data: z.object({ id: z.string() }) }),
  z.object({ type: z.literal('reset-step') }),
  z.object({ type: z.literal('finish'), messageMetadata: z.unknown() }),
  z.object({ type: z.literal('error'), errorText: z.string() }),
  z.object({ type: z.literal('abort') }),
]);

/** A chunk of an answer, as `POST /api/chat` sends it. */
export type AnswerChunk = z.output<typeof chunkSchema>;

/** Yields the chunks of an answer until it ends. @throws AppError `UNAVAILABLE` when the stream ends before the answer */
export async function* readAnswer(response: Response): AsyncGenerator<AnswerChunk, void> {
  const { body } = response;
  if (body === null) return;
  for await (const { data } of readServerSentEvents(body)) {
    if (data === '[DONE]') return;
    const parsed = chunkSchema.safeParse(JSON.parse(data));
    if (parsed.success) yield parsed.data;
  }
  throw new AppError({ code: 'UNAVAILABLE', message: 'The connection to Shipmate broke.' });
}
