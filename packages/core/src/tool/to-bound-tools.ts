import { z } from 'zod';
import { AppError } from '../error/app-error.ts';
import type { ToolExecutor } from '../loop/tool-loop-config.ts';
import type { AITool } from '../model/ai-tool.ts';
import type { BoundTool } from './bound-tool.ts';
import { parseToolInput } from './parse-tool-input.ts';
import { toJsonText } from './to-json-text.ts';

/**
 * Adapts tools that are only described, and the one executor that runs them all. Their schemas are converted once, here;
 * their effect is unknown and counts as `write`. The model sees a text as it is and anything else as JSON.
 *
 * @throws AppError `VALIDATION_ERROR` when inputs cannot be checked against a tool's schema.
 */
export function toBoundTools(tools: readonly AITool[], toolExecutor: ToolExecutor): readonly BoundTool[] {
  return tools.map((tool) => toBoundTool(tool, toolExecutor));
}

function toBoundTool({ name, description, inputSchema }: AITool, toolExecutor: ToolExecutor): BoundTool {
  const schema = toZodSchema(name, inputSchema);
  return {
    name,
    description,
    category: 'general',
    inputSchema,
    openWorld: true,
    idempotent: false,
    worstEffect: 'write',
    effect: () => 'write',
    parse: (input) => parseToolInput(name, schema, input),
    execute: (input, { toolCallId, signal }) => toolExecutor(name, input, { toolCallId, signal }),
    toModel: (output) => (typeof output === 'string' ? output : toJsonText(output)),
    clientEvents: () => [],
  };
}

function toZodSchema(toolName: string, inputSchema: AITool['inputSchema']): z.ZodType {
  try {
    return z.fromJSONSchema(inputSchema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (cause) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `The input schema of tool "${toolName}" cannot be used: ${cause instanceof Error ? cause.message : 'unknown reason'}.`,
      cause,
    });
  }
}
