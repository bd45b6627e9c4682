import type { BoundTool } from '@shipmate/core';
import type { ToolDescription } from '@shipmate/protocol/tools';

/** Describes a tool for `GET /api/tools`. */
export function describeTool(tool: BoundTool): ToolDescription {
  const { name, description, category, worstEffect, inputSchema, outputSchema } = tool;
  return {
    name,
    description,
    category,
    effect: worstEffect,
    inputSchema: { ...inputSchema },
    ...(outputSchema && { outputSchema: { ...outputSchema } }),
    route: `/api/tools/${name}`,
  };
}
