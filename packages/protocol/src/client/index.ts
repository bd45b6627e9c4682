export { remoteTool, type RemoteToolCall } from '@shipmate/core';
export { toRemoteToolCall } from './to-remote-tool-call.ts';
export {
  createToolsClient,
  type ToolCallContext,
  type ToolCallOptions,
  type ToolsClient,
  type ToolsClientOptions,
} from './tools-client.ts';
