import {
  mcpServerListResponseSchema,
  type McpServerListResponse,
  mcpServerSchema,
  type McpServerView,
  type McpToolDecisionsRequest,
} from '@shipmate/protocol/web/mcp-servers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteResource, requestJson } from '../api/request.ts';
import { organizationKey } from './organization-queries.ts';

const serversPath = '/api/organization/mcp-servers';
const serversKey = [...organizationKey, 'mcp-servers'] as const;

/** The MCP servers of the organization with their tools. */
export function useMcpServers() {
  return useQuery({
    queryKey: serversKey,
    queryFn: ({ signal }) => requestJson(serversPath, { schema: mcpServerListResponseSchema, signal }),
  });
}

/** A new server: either with a URL or with a program. */
interface AddedServer extends Pick<McpServerView, 'name' | 'contextTypes'> {
  readonly url?: string;
  readonly program?: string;
  readonly token?: string;
}

/** Adds a server and lists its tools. */
export function useAddMcpServer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AddedServer) => requestJson(serversPath, { schema: mcpServerSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: organizationKey }),
    gcTime: 0,
  });
}

type ServerChange =
  | { readonly action: 'refresh' }
  | { readonly action: 'agents'; readonly contextTypes: McpServerView['contextTypes'] }
  | { readonly action: 'decide'; readonly decisions: McpToolDecisionsRequest['decisions'] };

/** Lists the tools of a server again, sets its agents, or decides about its tools. */
export function useChangeMcpServer(serverId: string) {
  const client = useQueryClient();
  const path = `${serversPath}/${serverId}`;
  return useMutation({
    mutationFn: (change: ServerChange) => {
      const schema = mcpServerSchema;
      if (change.action === 'refresh') return requestJson(`${path}/refresh`, { schema, body: {} });
      if (change.action === 'decide') {
        return requestJson(`${path}/decisions`, { schema, body: { decisions: change.decisions } });
      }
      return requestJson(path, { schema, method: 'PATCH', body: { contextTypes: change.contextTypes } });
    },
    onSuccess: (changed) => {
      client.setQueryData<McpServerListResponse>(
        serversKey,
        (list) => list && { ...list, servers: list.servers.map((each) => (each.id === changed.id ? changed : each)) },
      );
      return client.invalidateQueries({ queryKey: organizationKey });
    },
    // A refused decision is about a definition that has changed since.
    onError: () => client.invalidateQueries({ queryKey: serversKey }),
  });
}

/** Removes a server. */
export function useRemoveMcpServer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (serverId: string) => deleteResource(`${serversPath}/${serverId}`),
    onSuccess: () => client.invalidateQueries({ queryKey: organizationKey }),
  });
}
