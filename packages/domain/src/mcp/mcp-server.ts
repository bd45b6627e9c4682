import type { ToolEffect } from '@shipmate/core';
import type { ContextType } from '../conversation/conversation.ts';

/** A server of the Model Context Protocol (MCP) whose tools the agents of an organization may call. */
export interface McpServer {
  readonly id: string;
  readonly organizationId: string;
  /** Unique in its organization, and part of the names of its tools: lowercase letters, digits and hyphens. */
  readonly name: string;
  /** The address of a server that is reached over HTTP; null for a program. */
  readonly url: string | null;
  /** The name of a program that the operator configured; null for a server that is reached over HTTP. */
  readonly program: string | null;
  /** True if a bearer token is stored. It is never shown. */
  readonly hasToken: boolean;
  /** The agents that get its tools. */
  readonly contextTypes: readonly ContextType[];
  readonly createdByUserId: string;
  readonly createdAt: Date;
  /** The time at which its tools were last listed or could not be listed; null before the first time. */
  readonly checkedAt: Date | null;
  /** Why its tools could not be listed, or which were left out; null if all are known. Never text of the server. */
  readonly problem: string | null;
}

/** The part of a tool that a person accepts: a call with another definition is not the accepted call. */
export interface McpToolDefinition {
  readonly description: string;
  /** The JSON Schema of the input, as JSON text with sorted keys. */
  readonly inputSchema: string;
  /** `read` if the server declares that the tool changes nothing, else `destructive`: Shipmate can revert nothing at a server. */
  readonly effect: ToolEffect;
}

/** A tool as its server lists it. */
export interface ListedMcpTool extends McpToolDefinition {
  readonly name: string;
}

/** `changed` is a tool that was on when its definition changed: it is off until a person decides. */
export const mcpToolStates = ['on', 'off', 'changed'] as const;
export type McpToolState = (typeof mcpToolStates)[number];

/** A tool of a server, with the definition that a person accepted and the one that the server lists. */
export interface McpTool {
  readonly name: string;
  readonly state: McpToolState;
  /** The accepted definition, which models see; null before a person has turned the tool on. */
  readonly pinned: McpToolDefinition | null;
  /** The definition in the last listing; null if the server listed none. */
  readonly listed: McpToolDefinition | null;
  /** Increases whenever `listed` changes. A decision names the revision that the person saw. */
  readonly revision: number;
  /** Null until a person decides. */
  readonly decidedByUserId: string | null;
  readonly decidedAt: Date | null;
}

/** A tool that is on, with its server. */
export interface ActiveMcpTool {
  readonly server: McpServer;
  readonly name: string;
  readonly definition: McpToolDefinition;
}

/** The most tools of a server; further ones are left out. */
export const maxMcpTools = 100;

/** Returns the name of a server's tool for models, before it is made safe for every provider. */
export function toMcpToolName(server: Pick<McpServer, 'name'>, toolName: string): string {
  return `mcp__${server.name}__${toolName}`;
}

/**
 * Updates the stored tools of a server by a listing. A tool that is on becomes `changed` when its definition differs from the
 * accepted one, and stays so until a person decides, even if the server lists the accepted definition again. New tools are off.
 * Tools that are gone stay if a person decided about them.
 */
export function mergeMcpListing(stored: readonly McpTool[], listing: readonly ListedMcpTool[]): readonly McpTool[] {
  const listed = new Map(listing.map(({ name, ...definition }) => [name, definition]));
  const known = new Set(stored.map(({ name }) => name));
  const kept = stored.filter((tool) => listed.has(tool.name) || tool.decidedAt !== null);
  const added = listing
    .filter(({ name }) => !known.has(name))
    .map(({ name, ...definition }): McpTool => ({ ...undecided, name, listed: definition }));
  return [...kept.map((tool) => withListed(tool, listed.get(tool.name) ?? null)), ...added];
}

const undecided = { state: 'off', pinned: null, revision: 1, decidedByUserId: null, decidedAt: null } as const;

function withListed(tool: McpTool, listed: McpToolDefinition | null): McpTool {
  const revision = isSameDefinition(tool.listed, listed) ? tool.revision : tool.revision + 1;
  const isChanged = tool.state === 'on' && listed !== null && !isSameDefinition(tool.pinned, listed);
  return { ...tool, listed, revision, state: isChanged ? 'changed' : tool.state };
}

function isSameDefinition(one: McpToolDefinition | null, other: McpToolDefinition | null): boolean {
  if (one === null || other === null) return one === other;
  return one.description === other.description && one.inputSchema === other.inputSchema && one.effect === other.effect;
}
