import { AppError, type Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { NewMcpServer } from '../mcp/mcp-server-store.ts';
import { type ListedMcpTool, type McpServer, type McpTool, mergeMcpListing } from '../mcp/mcp-server.ts';
import type { Stores } from '../persistence/stores.ts';
import { requireOwner } from './require-owner.ts';

const maxServers = 20;
const namePattern = /^[a-z0-9](?:[a-z0-9-]{0,18}[a-z0-9])?$/;

/**
 * Adds an MCP server, whose tools are off. Call it in a transaction. The caller checks that the operator configured the program.
 *
 * @throws AppError `NOT_FOUND` to all but the owners, `CONFLICT` if the name is taken, `VALIDATION_ERROR` for a name or an address
 * that is none, a token without a URL, and more servers than 20.
 */
export async function addMcpServer(
  { users, mcpServers, audit }: Stores,
  principal: Principal,
  server: Omit<NewMcpServer, 'id'>,
): Promise<McpServer> {
  await requireOwner(users, principal);
  const { name, program, token, contextTypes } = server;
  if (!namePattern.test(name)) throw invalid('name', 'must be 1 to 20 lowercase letters, digits and hyphens');
  if ((server.url === null) === (program === null)) throw invalid('url', 'enter either a url or a program');
  if (program !== null && token !== undefined) throw invalid('token', 'is for servers with a url');
  const url = server.url === null ? null : parseUrl(server.url);
  if ((await mcpServers.list(principal)).length >= maxServers) {
    throw invalid('name', `an organization has at most ${maxServers} MCP servers; remove one first`);
  }
  const added = await mcpServers.add(principal, { id: newId(), name, url, program, token, contextTypes });
  const host = url === null ? null : new URL(url).host;
  const details = { name, host, program, contextTypes: [...contextTypes] };
  await audit.append(principal, { kind: 'mcp_server_added', subjectId: added.id, details });
  return added;
}

/** Sets the agents that get the tools of a server. Call it in a transaction. @throws AppError `NOT_FOUND` to all but the owners */
export async function changeMcpServer(
  { users, mcpServers, audit }: Stores,
  principal: Principal,
  { id, contextTypes }: Pick<McpServer, 'id' | 'contextTypes'>,
): Promise<McpServer> {
  await requireOwner(users, principal);
  const changed = await mcpServers.setContextTypes(principal, id, contextTypes);
  const details = { name: changed.name, contextTypes: [...contextTypes] };
  await audit.append(principal, { kind: 'mcp_server_changed', subjectId: id, details });
  return changed;
}

/** Removes a server with its tools. Call it in a transaction. @throws AppError `NOT_FOUND` to all but the owners */
export async function removeMcpServer(
  { users, mcpServers, audit }: Stores,
  principal: Principal,
  serverId: string,
): Promise<void> {
  await requireOwner(users, principal);
  const { id: subjectId, name } = await mcpServers.remove(principal, serverId);
  await audit.append(principal, { kind: 'mcp_server_removed', subjectId, details: { name } });
}

/** A listing of the tools of a server, or the reason why there is none. */
export interface McpListing {
  /** Undefined if the tools could not be listed; the stored ones stay. */
  readonly tools?: readonly ListedMcpTool[];
  readonly problem: string | null;
}

/** Stores a listing of a server and turns off tools that have changed. Call it in a transaction. */
export async function recordMcpListing(
  { mcpServers }: Pick<Stores, 'mcpServers'>,
  principal: Principal,
  { serverId, tools, problem }: McpListing & { readonly serverId: string },
): Promise<void> {
  await mcpServers.lock(principal, serverId);
  if (tools) {
    const stored = await mcpServers.listTools(principal, serverId);
    await mcpServers.saveTools(principal, serverId, mergeMcpListing(stored, tools));
  }
  await mcpServers.noteCheck(principal, serverId, problem);
}

/** A person's decision about a tool. */
export interface McpToolDecision {
  readonly tool: string;
  readonly state: 'on' | 'off';
  /** The revision of the tool that the person saw. */
  readonly revision: number;
}

/** The decisions of a person about tools of a server. */
interface McpToolDecisions {
  readonly serverId: string;
  readonly decisions: readonly McpToolDecision[];
  readonly now: Date;
}

/**
 * Turns tools of a server on with the definitions that the person saw, or off; all of them or none. Call it in a transaction.
 *
 * @throws AppError `NOT_FOUND` to all but the owners and for an unknown tool, `CONFLICT` when the server lists another definition
 * than the person saw, or none.
 */
export async function decideMcpTools(
  { users, mcpServers, audit }: Stores,
  principal: Principal,
  { serverId, decisions, now }: McpToolDecisions,
): Promise<void> {
  await requireOwner(users, principal);
  const server = await mcpServers.lock(principal, serverId);
  const tools = new Map((await mcpServers.listTools(principal, serverId)).map((tool) => [tool.name, tool]));
  for (const decision of decisions) {
    const { pinned, ...decided } = decide(tools.get(decision.tool), decision);
    tools.set(decision.tool, { ...decided, pinned, decidedByUserId: principal.userId, decidedAt: now });
    const details = { server: server.name, tool: decided.name, state: decided.state, effect: pinned?.effect ?? null };
    await audit.append(principal, { kind: 'mcp_tool_decided', subjectId: serverId, details });
  }
  await mcpServers.saveTools(principal, serverId, [...tools.values()]);
}

function decide(tool: McpTool | undefined, { tool: name, state, revision }: McpToolDecision): McpTool {
  if (!tool) throw new AppError({ code: 'NOT_FOUND', message: `Tool "${name}" not found.` });
  if (state === 'off') return { ...tool, state };
  if (tool.listed !== null && tool.revision === revision) return { ...tool, state, pinned: tool.listed };
  throw new AppError({
    code: 'CONFLICT',
    message: `The server lists "${name}" with another definition than you saw, or no longer. Read it again.`,
  });
}

/** Returns the address of a server; it decides nothing about private networks. */
function parseUrl(text: string): string {
  const url = URL.parse(text);
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url && isHttp && url.username === '' && url.password === '' && url.hash === '' && text.length <= 2_000) {
    return url.href;
  }
  throw invalid(
    'url',
    'must be an https URL without a user, a password and a fragment, such as https://mcp.example.com/mcp',
  );
}

function invalid(path: string, message: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `${path}: ${message}.`,
    details: { field: path, issues: [{ path, message }] },
  });
}
