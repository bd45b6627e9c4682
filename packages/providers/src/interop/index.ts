export { fromAiSdkTool, fromAiSdkTools, type AiSdkToolOptions } from './from-ai-sdk-tool.ts';
export { toSafeToolName } from './safe-tool-name.ts';
export { createUIMessageSink } from './ui-message-sink.ts';
