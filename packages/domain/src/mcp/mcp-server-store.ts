import type { Principal } from '@shipmate/core';
import type { ContextType } from '../conversation/conversation.ts';
import type { ActiveMcpTool, McpServer, McpTool } from './mcp-server.ts';

/** An MCP server to be added: either with a URL or with a program. */
export interface NewMcpServer extends Pick<McpServer, 'id' | 'name' | 'url' | 'program' | 'contextTypes'> {
  /** Sent to the URL as a bearer token. */
  readonly token?: string | undefined;
}

/**
 * Store for the MCP servers of organizations and their tools.
 *
 * **Contract.** Members of the organization see its servers; any other server, and all of them to a credential for one workspace, are
 * `NOT_FOUND`. Tokens are stored encrypted, bound to organization, server and URL, and returned by `openToken` only. The caller
 * checks who may change servers.
 */
export interface McpServerStore {
  /** @throws AppError `CONFLICT` if the name is taken. */
  add(principal: Principal, server: NewMcpServer): Promise<McpServer>;
  get(principal: Principal, serverId: string): Promise<McpServer>;
  /** Reads a server that no other transaction changes until this one ends. */
  lock(principal: Principal, serverId: string): Promise<McpServer>;
  /** Lists servers by name. */
  list(principal: Principal): Promise<readonly McpServer[]>;
  /** Sets the agents that get its tools. */
  setContextTypes(principal: Principal, serverId: string, contextTypes: readonly ContextType[]): Promise<McpServer>;
  /** Removes a server with its token and tools. */
  remove(principal: Principal, serverId: string): Promise<McpServer>;
  /** Decrypts the token; undefined without one. */
  openToken(principal: Principal, serverId: string): Promise<string | undefined>;

  /** Lists the tools of a server by name. */
  listTools(principal: Principal, serverId: string): Promise<readonly McpTool[]>;
  /** Replaces the tools of a server. */
  saveTools(principal: Principal, serverId: string, tools: readonly McpTool[]): Promise<void>;
  /** Stores that the tools were listed, or why they could not be. */
  noteCheck(principal: Principal, serverId: string, problem: string | null): Promise<void>;
  /** Lists the tools that are on and listed, of the servers of an agent; none to a credential for one workspace. */
  listActive(principal: Principal, contextType: ContextType): Promise<readonly ActiveMcpTool[]>;
  /** Returns a tool that is on and listed. @throws AppError `CONFLICT` if it is not. */
  getActive(principal: Principal, serverId: string, toolName: string): Promise<ActiveMcpTool>;
}
