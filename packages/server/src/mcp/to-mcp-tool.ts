import type { Tool } from '@modelcontextprotocol/server';
import type { BoundTool, JsonSchema } from '@shipmate/core';
import { isAskable } from '@shipmate/domain/access';
import type { McpSelection } from './mcp-selection.ts';

/** Properties of a connection that change the schemas of its tools. */
interface McpListing extends Pick<McpSelection, 'readOnly' | 'structured'> {
  /** True if the connection names the workspace of its calls. */
  readonly hasWorkspace: boolean;
}

/** Arguments beside a tool's input. */
const workspaceArgument = { workspaceId: { type: 'string', description: 'The chart workspace.' } };
const approvalArgument = { approvalId: { type: 'string', description: 'Of a requested approval, to get the result.' } };

/** Describes a tool for MCP clients. */
export function toMcpTool(tool: BoundTool, listing: McpListing): Tool {
  const { name, description, inputSchema, modelSchema = inputSchema, outputSchema } = tool;
  const takesWorkspace = tool.needsWorkspace === true && !listing.hasWorkspace;
  const mayWait = !listing.readOnly && isAskable(tool, tool.worstEffect);
  const { required = [], properties, ...schema } = modelSchema;
  const needed = takesWorkspace ? [...required, 'workspaceId'] : [...required];
  return {
    name,
    description,
    inputSchema: {
      ...schema,
      type: 'object',
      properties: {
        ...properties,
        ...(takesWorkspace && workspaceArgument),
        ...(mayWait && approvalArgument),
      } as NonNullable<Tool['inputSchema']['properties']>,
      ...(needed.length > 0 && { required: needed }),
    },
    // The result of an approved call comes from the run that made it, as text.
    ...(listing.structured && outputSchema && !mayWait && { outputSchema: withoutDialect(outputSchema) }),
    annotations: toAnnotations(tool, listing),
  };
}

function toAnnotations({ worstEffect, idempotent, openWorld }: BoundTool, { readOnly }: McpListing) {
  if (readOnly || worstEffect === 'read') return { readOnlyHint: true, openWorldHint: openWorld };
  return {
    readOnlyHint: false,
    destructiveHint: worstEffect === 'destructive',
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  };
}

function withoutDialect(outputSchema: JsonSchema) {
  const { $schema: _, ...schema } = outputSchema;
  return schema as NonNullable<Tool['outputSchema']>;
}
