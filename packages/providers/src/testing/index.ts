export { anthropicMessages } from './anthropic-messages.ts';
export { geminiStreamGenerateContent } from './gemini-stream-generate-content.ts';
export { openaiChatCompletions, openrouterChatCompletions } from './openai-chat-completions.ts';
export { openaiResponses } from './openai-responses.ts';
export type {
  ScriptedAnswer,
  ScriptedRefusal,
  ScriptedToolCall,
  ScriptedTurn,
  ScriptedUsage,
} from './scripted-turn.ts';
export { startScriptedServer, type RecordedRequest, type ScriptedServer } from './start-scripted-server.ts';
export type { EncodedAnswer, ServerSentEvent, WireFormat } from './wire-format.ts';
