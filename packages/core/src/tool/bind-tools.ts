import { z } from 'zod';
import { AppError } from '../error/app-error.ts';
import type { JsonSchema, ObjectSchema } from '../json/json-schema.ts';
import type { BoundTool } from './bound-tool.ts';
import type { AnyToolDefinition } from './define-tool.ts';
import type { ToolEffect } from './tool-effect.ts';
import { toJsonText } from './to-json-text.ts';

/** The ports that one definition asks for. */
export type PortsOf<Definition> = Definition extends {
  execute(input: never, context: infer Context): unknown;
}
  ? Context extends { readonly ports: infer Ports }
    ? Ports
    : never
  : never;

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The ports that every definition of a tuple asks for, together. */
export type PortsOfAll<Definitions extends readonly AnyToolDefinition[]> = Intersection<
  { [Index in keyof Definitions]: { readonly ports: PortsOf<Definitions[Index]> } }[number]
> extends { readonly ports: infer Ports }
  ? Ports
  : never;

/**
 * Puts ports into definitions and converts their schemas, once. A port that is missing is a compile error.
 *
 * @throws AppError `VALIDATION_ERROR` when two definitions share a name.
 */
export function bindTools<const Definitions extends readonly AnyToolDefinition[]>(
  definitions: Definitions,
  ports: PortsOfAll<Definitions>,
): readonly BoundTool[] {
  const names = new Set<string>();
  return definitions.map((definition) => {
    if (names.has(definition.name)) {
      throw new AppError({ code: 'VALIDATION_ERROR', message: `Two tools are called "${definition.name}".` });
    }
    names.add(definition.name);
    return bindTool(definition, ports as never);
  });
}

function bindTool(definition: AnyToolDefinition, ports: never): BoundTool {
  const { effect } = definition;
  return {
    name: definition.name,
    description: definition.description,
    category: definition.category ?? 'general',
    inputSchema: toInputSchema(definition.input),
    outputSchema: z.toJSONSchema(definition.output, { io: 'output', unrepresentable: 'any' }) as JsonSchema,
    openWorld: definition.openWorld ?? false,
    idempotent: definition.idempotent ?? effect === 'read',
    ...(definition.route === undefined ? {} : { route: definition.route }),
    ...(definition.timeoutMs === undefined ? {} : { timeoutMs: definition.timeoutMs }),
    worstEffect: typeof effect === 'function' ? (definition.worstEffect ?? 'write') : effect,
    effect: (input) => (typeof effect === 'function' ? (effect(input as never) as ToolEffect) : effect),
    parse: (input) => parseWith(definition, input),
    execute: async (input, context) => {
      const output = await definition.execute(input as never, { ...context, ports });
      const checked = definition.output.safeParse(output);
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

function parseWith(definition: AnyToolDefinition, input: unknown): unknown {
  const parsed = definition.input.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `Invalid input for ${definition.name}: ${issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')}`,
    details: { issues },
  });
}
