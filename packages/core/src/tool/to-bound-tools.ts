import { z } from 'zod';
import { AppError } from '../error/app-error.ts';
import type { AITool } from '../model/ai-tool.ts';
import type { BoundTool } from './bound-tool.ts';
import { parseToolInput } from './parse-tool-input.ts';
import { toJsonText } from './to-json-text.ts';

/** Runs one tool call of tools that are only described. **Contract.** An error that it throws reaches the model as an error result. */
export type ToolExecutor = (
  toolName: string,
  input: unknown,
  options: { readonly toolCallId: string; readonly signal: AbortSignal },
) => Promise<unknown>;

/**
 * Binds described tools to the one executor that runs them. Their schemas are converted once, here; their effect is unknown and
 * counts as `write`. The model sees an output that is text as it is, any other as JSON.
 *
 * @throws AppError `VALIDATION_ERROR` for a schema against which inputs cannot be checked.
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
