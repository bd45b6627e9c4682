import type { UiMessageChunk } from './ui-message-chunk.ts';

/** The headers of an AI SDK UI message stream, version 1. */
export const uiMessageStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
} as const;

/** The end of an AI SDK UI message stream. A stream without it was interrupted. */
export const uiMessageStreamEnd = 'data: [DONE]\n\n';

/** Keys that make the AI SDK's parser reject the whole stream. A model may write them into a tool's input. */
const refusedKey = /"(?:__proto__|constructor)":/;

/** Encodes a chunk as a server-sent event, without keys that a client would reject. */
export function toUiMessageEvent(chunk: UiMessageChunk): string {
  const text = JSON.stringify(chunk);
  return `data: ${refusedKey.test(text) ? JSON.stringify(chunk, withoutRefusedKeys) : text}\n\n`;
}

function withoutRefusedKeys(key: string, value: unknown): unknown {
  return key === '__proto__' || key === 'constructor' ? undefined : value;
}
