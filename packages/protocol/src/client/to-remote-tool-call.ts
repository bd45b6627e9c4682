import type { RemoteToolCall } from '@shipmate/core';
import type { ToolsClient } from './tools-client.ts';

/** Lets `remoteTool` run its calls through a tools-api; workspace and run of the context go along. */
export function toRemoteToolCall(client: ToolsClient): RemoteToolCall {
  return (toolName, input, context) => {
    const { workspaceId, runId, toolCallId, signal } = context;
    return client.call(toolName, input, { workspaceId, runId, toolCallId, signal, context });
  };
}
