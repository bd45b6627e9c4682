export {
  createAgentChatClient,
  type AgentChatCallOptions,
  type AgentChatClient,
  type AgentChatClientOptions,
  type FollowOptions,
} from './agent-chat-client.ts';
export type { AgentChatStreamEvent } from './agent-chat-connection.ts';
export { remoteTool, type RemoteToolCall } from '@shipmate/core';
export { readServerSentEvents, type ServerSentEvent, type SseReaderOptions } from './sse-reader.ts';
export { toRemoteToolCall } from './to-remote-tool-call.ts';
export {
  createToolsClient,
  type ToolCallContext,
  type ToolCallOptions,
  type ToolsClient,
  type ToolsClientOptions,
} from './tools-client.ts';
export type { ApprovalDecisionRequest, ApprovalView } from '../web/approvals.ts';
