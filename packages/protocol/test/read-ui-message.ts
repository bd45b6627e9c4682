import type { Usage } from '@shipmate/core';
import type { RunEvent } from '@shipmate/domain/run';
import { createUiMessageEncoder, uiMessageStreamHeaders } from '@shipmate/protocol/stream';
import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';

/** The price of the runs in these tests; unknown for a run without tokens. */
export function costOf({ inputTokens }: Usage): number | undefined {
  return inputTokens === 0 ? undefined : inputTokens / 100;
}

/** Returns the encoded stream of a run as text. */
export function encodeRun(events: readonly RunEvent[]): string {
  const encoder = createUiMessageEncoder({ messageId: 'run-1', costOf });
  return events.map((event) => encoder.encode(event)).join('');
}

/** Reads a run's stream with the real transport and message assembly of `useChat`. */
export async function readUiMessage(events: readonly RunEvent[]) {
  const transport = new DefaultChatTransport({
    fetch: async () => new Response(encodeRun(events), { headers: uiMessageStreamHeaders }),
  });
  const stream = await transport.sendMessages({
    chatId: 'chat',
    messages: [],
    trigger: 'submit-message',
    messageId: undefined,
    abortSignal: undefined,
  });
  const [forChunks, forMessage] = stream.tee();
  const chunks: UIMessageChunk[] = [];
  const errors: string[] = [];
  for await (const chunk of forChunks) chunks.push(chunk);
  let message: UIMessage | undefined;
  for await (const state of readUIMessageStream({
    stream: forMessage,
    onError: (error) => errors.push(String(error)),
  })) {
    message = state;
  }
  // JSON drops the fields that the AI SDK leaves `undefined`.
  return { chunks, errors, message: JSON.parse(JSON.stringify(message)) as UIMessage };
}
