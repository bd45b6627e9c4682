import { z } from 'zod';
import { AppError } from '../error/app-error.ts';
import type { JsonSchema, ObjectSchema } from '../json/json-schema.ts';
import type { BoundTool } from './bound-tool.ts';
import type { AnyToolDefinition } from './define-tool.ts';
import { parseToolInput } from './parse-tool-input.ts';
import type { ToolEffect } from './tool-effect.ts';
import type { ToolExecutionContext } from './tool-execution-context.ts';
import { toJsonText } from './to-json-text.ts';
import { toModelSchema } from './to-model-schema.ts';

/** Makes a bound tool of a definition and of what does its work, whose output is checked. */
export function bindTool(
  definition: AnyToolDefinition,
  work: (input: unknown, context: ToolExecutionContext) => Promise<unknown>,
): BoundTool {
  const { effect } = definition;
  const inputSchema = toInputSchema(definition.input);
  return {
    name: definition.name,
    description: definition.description,
    category: definition.category ?? 'general',
    ...(definition.writesTo === undefined ? {} : { writesTo: definition.writesTo }),
    mayRead: typeof effect === 'function' || effect === 'read',
    inputSchema,
    modelSchema: toModelSchema(inputSchema),
    outputSchema: z.toJSONSchema(definition.output, { io: 'output', unrepresentable: 'any' }) as JsonSchema,
    openWorld: definition.openWorld ?? false,
    idempotent: definition.idempotent ?? effect === 'read',
    ...(definition.route === undefined ? {} : { route: definition.route }),
    ...(definition.timeoutMs === undefined ? {} : { timeoutMs: definition.timeoutMs }),
    ...(definition.exclusive === undefined ? {} : { exclusive: definition.exclusive }),
    ...(definition.cache === undefined ? {} : { cache: definition.cache }),
    ...(definition.maxResultChars === undefined ? {} : { maxResultChars: definition.maxResultChars }),
    worstEffect: typeof effect === 'function' ? (definition.worstEffect ?? 'write') : effect,
    effect: (input) => (typeof effect === 'function' ? (effect(input as never) as ToolEffect) : effect),
    parse: (input) => parseToolInput(definition.name, definition.input, input),
    execute: async (input, context) => {
      const checked = definition.output.safeParse(await work(input, context));
      if (checked.success) return checked.data;
      throw new AppError({
        code: 'INTERNAL_ERROR',
        message: `Tool "${definition.name}" returned something other than it declares.`,
        cause: checked.error,
      });
    },
    toModel: (output) => definition.toModel?.(output) ?? toJsonText(output),
    clientEvents: (output) => definition.clientEvents?.(output) ?? [],
  };
}

function toInputSchema(input: z.ZodObject): ObjectSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return schema as ObjectSchema;
}
