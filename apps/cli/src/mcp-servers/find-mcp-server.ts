import { AppError } from '@shipmate/core';
import {
  mcpServerListResponseSchema,
  type McpServerListResponse,
  type McpServerView,
} from '@shipmate/protocol/web/mcp-servers';
import { alignColumns } from '../command.ts';
import type { Connection } from '../connection/connection.ts';
import { requestJson } from '../connection/request-json.ts';

/** The path of the MCP servers of the organization. */
export const mcpServersPath = '/api/organization/mcp-servers';

/** The note about the rights that a change needs. */
export const mcpServersNote = 'Owners change servers; a token of an owner needs the scope change_mcp_servers.';

/** Reads the MCP servers of the organization. */
export function readMcpServers({ web }: Connection): Promise<McpServerListResponse> {
  return requestJson(web, { path: mcpServersPath, response: mcpServerListResponseSchema });
}

/** Returns the server of a name or id. @throws AppError `NOT_FOUND` with the names */
export async function findMcpServer(connection: Connection, named: string): Promise<McpServerView> {
  const { servers } = await readMcpServers(connection);
  const found = servers.find(({ id, name }) => named === id || named === name);
  if (found) return found;
  const names = servers.map(({ name }) => `"${name}"`).join(', ');
  const hint = names === '' ? 'Add one with "shipmate mcp-servers add".' : `Use one of: ${names}.`;
  throw new AppError({ code: 'NOT_FOUND', message: `MCP server "${named}" not found. ${hint}` });
}

/** Describes servers with the state of each tool, as text. */
export function describeMcpServers(servers: readonly McpServerView[]): string {
  return servers
    .map(({ name, url, program, contextTypes, problem, tools }) => {
      const agents = contextTypes.length === 0 ? 'no agents' : contextTypes.join(', ');
      const rows = tools.map((tool) => [tool.name, tool.state, toApproval(tool)]);
      return [
        `${name}: ${url ?? `program ${program}`}, for ${agents}`,
        ...(problem === null ? [] : [`  ${problem}`]),
        ...(rows.length === 0 ? ['  No tools.'] : [alignColumns(rows)]),
      ].join('\n');
    })
    .join('\n');
}

function toApproval({ listed, pinned }: McpServerView['tools'][number]): string {
  const definition = listed ?? pinned;
  if (listed === null) return 'no longer listed';
  return definition?.effect === 'read' ? 'reads' : 'asks for approval';
}
