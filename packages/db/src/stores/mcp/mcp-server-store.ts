import { AppError, type Principal } from '@shipmate/core';
import type { ActiveMcpTool, McpServer, McpServerStore, McpTool, McpToolDefinition } from '@shipmate/domain/mcp';
import { type Selectable, sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { McpServerTable, McpToolTable } from '../../schema/mcp-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { createSecretStore } from '../secret/secret-store.ts';
import { openSecret, sealSecret } from '../secret/seal-secret.ts';
import { storableJson } from '../storable-json.ts';
import { storableText } from '../storable-text.ts';

/** The name of the installation's secret that seals the tokens of MCP servers. */
const tokenKey = 'mcp_server_tokens';

/** Creates an {@link McpServerStore} on SQL. */
export function createMcpServerStore(executor: Executor): McpServerStore {
  return { ...createServerOperations(executor), ...createToolOperations(executor) };
}

function createServerOperations(
  executor: Executor,
): Omit<McpServerStore, 'listTools' | 'saveTools' | 'listActive' | 'getActive'> {
  const read = (principal: Principal, serverId: string) => selectServer(executor, principal, serverId);

  return {
    async add(principal, { id, name, url, program, token, contextTypes }) {
      const organization = inWholeOrganization(principal);
      requireId(principal.userId, 'user');
      const key = token === undefined ? '' : await createSecretStore(executor).getOrCreate(tokenKey);
      const context = toSealContext({ ...organization, id, url });
      const row = await executor
        .insertInto('mcp_server')
        .values({
          ...organization,
          id,
          name,
          url: storableText(url),
          program: storableText(program),
          sealed_token: token === undefined ? null : sealSecret(token, { key, context }),
          context_types: [...contextTypes],
          created_by_user_id: principal.userId,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toServer(row);
    },

    get: async (principal, serverId) =>
      toServer(found(await read(principal, serverId).executeTakeFirst(), 'MCP server')),

    lock: async (principal, serverId) =>
      toServer(found(await read(principal, serverId).forUpdate().executeTakeFirst(), 'MCP server')),

    async list(principal) {
      const rows = await executor
        .selectFrom('mcp_server')
        .selectAll()
        .where((eb) => eb.and(inWholeOrganization(principal)))
        .orderBy('name')
        .execute();
      return rows.map(toServer);
    },

    async setContextTypes(principal, serverId, contextTypes) {
      requireId(serverId, 'MCP server');
      const row = await executor
        .updateTable('mcp_server')
        .set({ context_types: [...contextTypes] })
        .where((eb) => eb.and({ ...inWholeOrganization(principal), id: serverId }))
        .returningAll()
        .executeTakeFirst();
      return toServer(found(row, 'MCP server'));
    },

    async remove(principal, serverId) {
      requireId(serverId, 'MCP server');
      const row = await executor
        .deleteFrom('mcp_server')
        .where((eb) => eb.and({ ...inWholeOrganization(principal), id: serverId }))
        .returningAll()
        .executeTakeFirst();
      return toServer(found(row, 'MCP server'));
    },

    async openToken(principal, serverId) {
      const row = found(await read(principal, serverId).executeTakeFirst(), 'MCP server');
      if (row.sealed_token === null) return undefined;
      const key = await createSecretStore(executor).getOrCreate(tokenKey);
      return openSecret(row.sealed_token, { key, context: toSealContext(row) });
    },

    async noteCheck(principal, serverId, problem) {
      requireId(serverId, 'MCP server');
      const { numUpdatedRows } = await executor
        .updateTable('mcp_server')
        .set({ checked_at: sql<Date>`clock_timestamp()`, problem: storableText(problem) })
        .where((eb) => eb.and({ ...inWholeOrganization(principal), id: serverId }))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notFound('MCP server');
    },
  };
}

function createToolOperations(
  executor: Executor,
): Pick<McpServerStore, 'listTools' | 'saveTools' | 'listActive' | 'getActive'> {
  const selectActive = (principal: Principal) =>
    executor
      .selectFrom('mcp_tool')
      .innerJoin('mcp_server', 'mcp_server.id', 'mcp_tool.server_id')
      .selectAll('mcp_server')
      .select(['mcp_tool.name as tool_name', 'mcp_tool.pinned'])
      .where('mcp_server.organization_id', '=', inOrganization(principal).organization_id)
      .where('mcp_tool.state', '=', 'on')
      .where('mcp_tool.listed', 'is not', null);

  return {
    async listTools(principal, serverId) {
      found(await selectServer(executor, principal, serverId).executeTakeFirst(), 'MCP server');
      const rows = await executor
        .selectFrom('mcp_tool')
        .selectAll()
        .where('server_id', '=', serverId)
        .orderBy('name')
        .execute();
      return rows.map(toTool);
    },

    async saveTools(principal, serverId, tools) {
      found(await selectServer(executor, principal, serverId).executeTakeFirst(), 'MCP server');
      await executor.deleteFrom('mcp_tool').where('server_id', '=', serverId).execute();
      if (tools.length === 0) return;
      const rows = tools.map(({ name, state, pinned, listed, revision, decidedByUserId, decidedAt }) => ({
        server_id: serverId,
        name: storableText(name),
        state,
        pinned: toJson(pinned),
        listed: toJson(listed),
        revision,
        decided_by_user_id: decidedByUserId,
        decided_at: decidedAt,
      }));
      await executor.insertInto('mcp_tool').values(rows).execute();
    },

    async listActive(principal, contextType) {
      if (principal.scope) return [];
      const rows = await selectActive(principal)
        .where(sql<boolean>`${contextType} = any (mcp_server.context_types)`)
        .orderBy('mcp_server.name')
        .orderBy('mcp_tool.name')
        .execute();
      return rows.map(toActive);
    },

    async getActive(principal, serverId, toolName) {
      requireId(serverId, 'MCP server');
      const row = await selectActive(principal)
        .where('mcp_server.id', '=', serverId)
        .where('mcp_tool.name', '=', storableText(toolName))
        .executeTakeFirst();
      if (row && !principal.scope) return toActive(row);
      throw new AppError({
        code: 'CONFLICT',
        message:
          'This tool is off: a person turned it off, its server was removed, or the server changed or withdrew it. Continue without it.',
      });
    },
  };
}

function selectServer(executor: Executor, principal: Principal, serverId: string) {
  requireId(serverId, 'MCP server');
  return executor
    .selectFrom('mcp_server')
    .selectAll()
    .where((eb) => eb.and({ ...inWholeOrganization(principal), id: serverId }));
}

/** A token cannot be opened for another organization, server or URL. */
function toSealContext(row: Pick<Selectable<McpServerTable>, 'organization_id' | 'id' | 'url'>): string {
  return JSON.stringify([row.organization_id, row.id, row.url]);
}

/** A credential for one workspace or run sees no servers. */
function inWholeOrganization(principal: Principal) {
  if (principal.scope) throw notFound('MCP server');
  return inOrganization(principal);
}

function toJson(definition: McpToolDefinition | null): string | null {
  return definition && JSON.stringify(storableJson({ ...definition }));
}

function toServer(row: Selectable<McpServerTable>): McpServer {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    url: row.url,
    program: row.program,
    hasToken: row.sealed_token !== null,
    contextTypes: row.context_types,
    createdByUserId: row.created_by_user_id,
    createdAt: row.created_at,
    checkedAt: row.checked_at,
    problem: row.problem,
  };
}

function toTool(row: Selectable<McpToolTable>): McpTool {
  return {
    name: row.name,
    state: row.state,
    pinned: row.pinned,
    listed: row.listed,
    revision: row.revision,
    decidedByUserId: row.decided_by_user_id,
    decidedAt: row.decided_at,
  };
}

type ActiveRow = Selectable<McpServerTable> & { readonly tool_name: string; readonly pinned: McpToolDefinition | null };

function toActive({ tool_name: name, pinned, ...server }: ActiveRow): ActiveMcpTool {
  // The schema demands a pinned definition of a tool that is on.
  if (pinned === null) throw new AppError({ code: 'INTERNAL_ERROR', message: 'A tool is on without a definition.' });
  return { server: toServer(server), name, definition: pinned };
}
