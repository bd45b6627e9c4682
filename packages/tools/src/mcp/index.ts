export type { McpCall, McpClientPort, McpEndpoint, McpToolList, McpToolOutput } from './mcp-client-port.ts';
export { createMcpClient } from './mcp-client.ts';
export { toToolSchema } from './to-tool-schema.ts';
