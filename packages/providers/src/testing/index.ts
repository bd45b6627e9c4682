export { anthropicMessages } from './anthropic-messages.ts';
export { jsonLines, serverSentEvents, type Framing, type WireEvent } from './framing.ts';
export { geminiStreamGenerateContent } from './gemini-stream-generate-content.ts';
export { ollamaChat } from './ollama-chat.ts';
export { openaiChatCompletions, openrouterChatCompletions } from './openai-chat-completions.ts';
export { openaiResponses } from './openai-responses.ts';
export type {
  ScriptedAnswer,
  ScriptedEvents,
  ScriptedRefusal,
  ScriptedToolCall,
  ScriptedTurn,
  ScriptedUsage,
} from './scripted-turn.ts';
export { startScriptedServer, type RecordedRequest, type ScriptedServer } from './start-scripted-server.ts';
export type { EncodedAnswer, WireFormat } from './wire-format.ts';
