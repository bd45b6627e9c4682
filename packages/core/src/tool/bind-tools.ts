import { z } from 'zod';
import { AppError } from '../error/app-error.ts';
import type { JsonSchema, ObjectSchema } from '../json/json-schema.ts';
import { type BoundTool, overrideTool } from './bound-tool.ts';
import type { AnyToolDefinition } from './define-tool.ts';
import { withLazyMembers } from './lazy-members.ts';
import { parseToolInput } from './parse-tool-input.ts';
import { toJsonText } from './to-json-text.ts';
import type { ToolEffect } from './tool-effect.ts';
import type { ToolExecutionContext } from './tool-execution-context.ts';

/** The ports that one definition needs. */
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

/** The ports that all definitions of a tuple need together. */
export type PortsOfAll<Definitions extends readonly AnyToolDefinition[]> =
  Intersection<{ [Index in keyof Definitions]: { readonly ports: PortsOf<Definitions[Index]> } }[number]> extends {
    readonly ports: infer Ports;
  }
    ? Ports
    : never;

/**
 * Binds definitions to their ports. Their schemas are converted when they are first read, once. A missing port is a compile error.
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
    const bound = bindTool(definition, (input, context) =>
      definition.execute(input as never, { ...context, ports } as never),
    );
    const preview = definition.preview?.bind(definition);
    if (preview === undefined) return bound;
    return overrideTool(bound, {
      preview: (input, context) => preview(input as never, { ...context, ports } as never),
    });
  });
}

/** Binds one definition to the function that does its work. The function's output is checked against the definition. */
export function bindTool(
  definition: AnyToolDefinition,
  work: (input: unknown, context: ToolExecutionContext) => Promise<unknown>,
): BoundTool {
  const { effect } = definition;
  const members: Omit<BoundTool, 'inputSchema' | 'modelSchema' | 'outputSchema'> = {
    name: definition.name,
    description: definition.description,
    category: definition.category ?? 'general',
    ...(definition.writesTo === undefined ? {} : { writesTo: definition.writesTo }),
    mayRead: typeof effect === 'function' || effect === 'read',
    openWorld: definition.openWorld ?? false,
    idempotent: definition.idempotent ?? effect === 'read',
    ...(definition.needsWorkspace === undefined ? {} : { needsWorkspace: definition.needsWorkspace }),
    ...(definition.route === undefined ? {} : { route: definition.route }),
    ...(definition.timeoutMs === undefined ? {} : { timeoutMs: definition.timeoutMs }),
    ...(definition.exclusive === undefined ? {} : { exclusive: definition.exclusive }),
    ...(definition.maxResultChars === undefined ? {} : { maxResultChars: definition.maxResultChars }),
    worstEffect: typeof effect === 'function' ? (definition.worstEffect ?? 'write') : effect,
    effect: (input) => (typeof effect === 'function' ? (effect(input as never) as ToolEffect) : effect),
    parse: (input) => parseToolInput(definition.name, definition.input, input),
    execute: async (input, context) => {
      const checked = definition.output.safeParse(await work(input, context));
      if (checked.success) return checked.data;
      throw new AppError({
        code: 'INTERNAL_ERROR',
        message: `Tool "${definition.name}" returned an output that does not match its schema.`,
        cause: checked.error,
      });
    },
    toModel: (output) => definition.toModel?.(output) ?? toJsonText(output),
    isFailure: (output) => definition.isFailure?.(output) ?? false,
    clientEvents: (output) => definition.clientEvents?.(output) ?? [],
  };
  const tool: BoundTool = withLazyMembers(members, {
    inputSchema: () => toInputSchema(definition.input),
    modelSchema: () => toModelSchema(tool.inputSchema),
    outputSchema: () => z.toJSONSchema(definition.output, { io: 'output', unrepresentable: 'any' }) as JsonSchema,
  });
  return tool;
}

function toInputSchema(input: z.ZodObject): ObjectSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return schema as ObjectSchema;
}

/**
 * Converts the schema of an input for models: without the lengths of texts, which no model counts, the bounds that every integer
 * has, and patterns that a description explains. They are still checked; in requests they would be a fifth of the tokens of the
 * tools.
 */
function toModelSchema(schema: ObjectSchema): ObjectSchema {
  return withoutChecks(schema) as ObjectSchema;
}

function withoutChecks(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutChecks);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !isCheck(keyword, value, schema))
      .map(([keyword, value]) => {
        if (examples.has(keyword)) return [keyword, value];
        return [keyword, named.has(keyword) ? withoutChecksIn(value) : withoutChecks(value)];
      }),
  );
}

function isCheck(keyword: string, value: unknown, schema: object): boolean {
  if (keyword === 'minLength' || keyword === 'maxLength') return true;
  if (keyword === 'minimum' || keyword === 'maximum') return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  return keyword === 'pattern' && 'description' in schema;
}

/** Keywords that hold schemas by name. */
const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** Keywords that hold values, not schemas. */
const examples = new Set(['const', 'default', 'enum', 'examples', 'required']);

function withoutChecksIn(schemas: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(schemas)).map(([name, schema]) => [name, withoutChecks(schema)]));
}
