export { createAgentChatEncoder, type AgentChatEncoder, type AgentChatEncoderOptions } from './agent-chat-encoder.ts';
export type { AgentChatFrame } from './agent-chat-frame.ts';
export { shareContentFrames, type ContentFrames } from './content-frames.ts';
export {
  agentChatEventSchemas,
  isLastAgentChatEvent,
  type AgentChatEvent,
  type AgentChatEventName,
  type AgentChatExtension,
} from './agent-chat-event.ts';
export { agentChatRequestSchema, agentRunEventsQuerySchema, type AgentChatRequest } from './agent-chat-request.ts';
export { agentPreviewSchema, type AgentPreview } from './agent-preview.ts';
export { parseEventId, toEventId, type AgentChatEventId } from './event-id.ts';
