export { toUiMessages, type RunCosts } from './to-ui-messages.ts';
export type { UiFinishReason, UiMessageChunk } from './ui-message-chunk.ts';
export { createUiMessageEncoder, type UiMessageEncoder, type UiMessageEncoderOptions } from './ui-message-encoder.ts';
export { toUiMessageEvent, uiMessageStreamEnd, uiMessageStreamHeaders } from './ui-message-stream.ts';
