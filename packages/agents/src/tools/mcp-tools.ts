import {
  type BoundTool,
  fenceText,
  type Principal,
  toAppError,
  toBoundTools,
  type ToolExecutionContext,
} from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { ContextType } from '@shipmate/domain/conversation';
import { type ActiveMcpTool, type McpServer, toMcpToolName } from '@shipmate/domain/mcp';
import { recordMcpListing } from '@shipmate/domain/use-cases';
import { toSafeToolName } from '@shipmate/providers';
import { type McpClientPort, type McpEndpoint, type McpToolOutput, toToolSchema } from '@shipmate/tools/mcp';

/** Resources for the tools of MCP servers. */
export interface McpToolResources {
  readonly unitOfWork: UnitOfWork;
  readonly mcp: Pick<McpClientPort, 'isStale' | 'list' | 'call'>;
}

/**
 * Creates the tools of MCP servers that are on for an agent, with their accepted definitions. Nothing is connected before a call, so
 * a server that is down costs an error result of its tools.
 */
export async function createMcpTools(
  resources: McpToolResources,
  principal: Principal,
  contextType: ContextType,
): Promise<readonly BoundTool[]> {
  const active = await resources.unitOfWork.stores.mcpServers.listActive(principal, contextType);
  return active.flatMap((tool) => toMcpTool(resources, tool));
}

function toMcpTool(resources: McpToolResources, { server, name, definition }: ActiveMcpTool): readonly BoundTool[] {
  const { description, effect, inputSchema } = definition;
  const tool = {
    name: toSafeToolName(toMcpToolName(server, name)),
    description,
    inputSchema: toToolSchema(inputSchema),
  };
  const [bound] = toBoundTools([tool], () => Promise.reject(new Error('It is called with its context.')));
  if (!bound) return [];
  return [
    {
      ...bound,
      category: 'mcp',
      idempotent: effect === 'read',
      worstEffect: effect,
      effect: () => effect,
      execute: (input, context) => callMcpTool(resources, { server, name, input }, context),
      preview: async () =>
        `Tool "${name}" of the MCP server "${server.name}" at ${toPlace(server)}. It cannot be undone here.`,
      toModel: (output) => fenceText((output as McpToolOutput).text, { source: 'result', name: tool.name }),
      isFailure: (output) => (output as McpToolOutput).isError,
    },
  ];
}

function toPlace({ url, program }: Pick<McpServer, 'url' | 'program'>): string {
  return url === null ? `the program "${program}"` : new URL(url).host;
}

/** A call of a tool of a server. */
interface McpToolCall {
  readonly server: McpServer;
  readonly name: string;
  readonly input: unknown;
}

/** Calls a tool if it is on and the server still lists the accepted definition. */
async function callMcpTool(
  resources: McpToolResources,
  { server, name, input }: McpToolCall,
  { principal, signal }: ToolExecutionContext,
): Promise<McpToolOutput> {
  const { mcpServers } = resources.unitOfWork.stores;
  // A tool that a person has turned off since the run began is refused before anything is sent.
  await mcpServers.getActive(principal, server.id, name);
  const endpoint = { ...server, token: await mcpServers.openToken(principal, server.id) };
  if (resources.mcp.isStale(endpoint)) await refreshMcpServer(resources, principal, { endpoint, signal });
  const { definition } = await mcpServers.getActive(principal, server.id, name);
  return resources.mcp.call(endpoint, { name, input, inputSchema: definition.inputSchema }, signal);
}

/**
 * Lists the tools of a server, and turns off those that have changed.
 *
 * @throws AppError as `McpClientPort.list` does; the reason is stored.
 */
export async function refreshMcpServer(
  { unitOfWork, mcp }: McpToolResources,
  principal: Principal,
  { endpoint, signal }: { readonly endpoint: McpEndpoint; readonly signal: AbortSignal },
): Promise<void> {
  const { id: serverId } = endpoint;
  try {
    const listing = await mcp.list(endpoint, signal);
    await unitOfWork.transaction((stores) => recordMcpListing(stores, principal, { serverId, ...listing }));
  } catch (thrown) {
    const { code, message: problem } = toAppError(thrown);
    if (code === 'EXTERNAL_API_ERROR' || code === 'VALIDATION_ERROR') {
      await unitOfWork.transaction((stores) => recordMcpListing(stores, principal, { serverId, problem }));
    }
    throw thrown;
  }
}
