import type { RemoteToolCall } from '@shipmate/core';
import type { ToolsClient } from './tools-client.ts';

/**
 * Returns a function with which `remoteTool` sends its calls to a tools API, with the workspace and run of the context.
 */
export function toRemoteToolCall(client: ToolsClient): RemoteToolCall {
  return (toolName, input, context) => {
    const { workspaceId, runId, toolCallId, signal } = context;
    return client.call(toolName, input, { workspaceId, runId, toolCallId, signal, context });
  };
}
