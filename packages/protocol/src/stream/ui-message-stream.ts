import type { UiMessageChunk } from './ui-message-chunk.ts';

/** The headers of an AI SDK UI message stream, version 1. */
export const uiMessageStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
} as const;

/** What ends an AI SDK UI message stream. A stream that stops without it was cut. */
export const uiMessageStreamEnd = 'data: [DONE]\n\n';

/** Writes a chunk as a server-sent event. */
export function toUiMessageEvent(chunk: UiMessageChunk): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
