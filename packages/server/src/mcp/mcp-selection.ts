import { AppError, type BoundTool, type ToolRegistry } from '@shipmate/core';
import { z } from 'zod';
import { parseInput } from '../body/parse-input.ts';

/** The tools that a connection chooses to see. */
export interface McpSelection {
  /** Families of tools; all when undefined. */
  readonly toolsets?: readonly string[] | undefined;
  /** Only calls that read are listed and made. */
  readonly readOnly: boolean;
  /** Output schemas are listed, and results carry `structuredContent`. */
  readonly structured: boolean;
}

const flag = z.stringbool({ truthy: ['true', '1', ''], falsy: ['false', '0'] }).default(false);

/** Query parameters of `/mcp`: the selection of tools, and the workspace of the connection. */
export const mcpQuerySchema = z.strictObject({
  toolset: z
    .string()
    .max(500)
    .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== ''))
    .optional(),
  readonly: flag,
  structured: flag,
  workspace: z.string().optional(),
});

/**
 * Parses `toolset=cluster,chart`, `readonly=true` and `structured=true`.
 *
 * @throws AppError `VALIDATION_ERROR`, also for an unknown parameter: a connection with `read-only=true` must not write.
 */
export function parseMcpSelection(query: Readonly<Record<string, string | undefined>>): McpSelection {
  const { toolset: toolsets, readonly: readOnly, structured } = parseInput(mcpQuerySchema, query);
  return { toolsets, readOnly, structured };
}

/**
 * Lists the tools of a selection in the order of the registry.
 *
 * @throws AppError `VALIDATION_ERROR` for an unknown toolset, with the known ones.
 */
export function selectTools(tools: ToolRegistry, { toolsets, readOnly }: McpSelection): readonly BoundTool[] {
  const all = Object.values(tools.getAll());
  const known = [...new Set(all.map(({ category }) => category))];
  const unknown = toolsets?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `Toolset "${unknown}" not found. Known toolsets: ${known.join(', ')}.`,
      details: { field: 'toolset' },
    });
  }
  return all.filter((tool) => (toolsets?.includes(tool.category) ?? true) && (!readOnly || isReadable(tool)));
}

function isReadable({ worstEffect, mayRead }: BoundTool): boolean {
  return worstEffect === 'read' || mayRead === true;
}
