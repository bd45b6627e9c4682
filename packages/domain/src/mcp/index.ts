export {
  type ActiveMcpTool,
  type ListedMcpTool,
  maxMcpTools,
  type McpServer,
  type McpTool,
  type McpToolDefinition,
  type McpToolState,
  mcpToolStates,
  mergeMcpListing,
  toMcpToolName,
} from './mcp-server.ts';
export type { McpServerStore, NewMcpServer } from './mcp-server-store.ts';
