import { AppError, type BoundTool, type ObjectSchema, type ToolEffect, toBoundTools, toJsonText } from '@shipmate/core';
import { asSchema, type Schema, type Tool } from 'ai';
import { toSafeToolName } from './safe-tool-name.ts';

/** Options of a tool that its definition does not contain, or for which it is not trusted. */
export interface AiSdkToolOptions {
  /** Default `write`: the tool's own declaration is not trusted. */
  readonly effect?: ToolEffect;
  readonly category?: string;
  readonly timeoutMs?: number;
  /** Default true for a tool that only reads. */
  readonly idempotent?: boolean;
  /** Passed to `description` and `execute` of a tool that requires a context. */
  readonly context?: unknown;
  /** Describes an error of the tool for the model. Without it the model is told only that the tool failed. */
  readonly describeError?: (error: unknown) => string;
}

/**
 * Binds a tool of the AI SDK: one made with `tool()` or `dynamicTool()`, or one of an MCP client. Its input is checked
 * against the JSON Schema that the model receives, then by the tool's own schema. A name that some provider rejects is
 * replaced.
 *
 * For a tool with `toModelOutput`, an output that is not an object is recorded as `{ value }`.
 *
 * @throws AppError `VALIDATION_ERROR` when the tool does not run here, or its schema cannot be used.
 */
export async function fromAiSdkTool(name: string, tool: Tool, options: AiSdkToolOptions = {}): Promise<BoundTool> {
  const { execute, toModelOutput } = tool;
  if (execute === undefined) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: `Tool "${name}" is not one that runs here.` });
  }
  const { effect = 'write', idempotent = effect === 'read', category, timeoutMs, context } = options;
  const schema = asSchema(tool.inputSchema) as Schema;
  const description = typeof tool.description === 'function' ? tool.description({ context }) : (tool.description ?? '');
  const inputSchema = toObjectSchema(await schema.jsonSchema);
  const shown = new WeakMap<object, string>();

  const bound = toBoundTools([{ name: toSafeToolName(name), description, inputSchema }], async (_name, given, call) => {
    const input = await validated(name, schema, given);
    const result = await runAiSdkTool(execute, { input, ...call, context }).catch(describing(options));
    if (toModelOutput === undefined) return result;
    const output = typeof result === 'object' && result !== null ? result : { value: result };
    shown.set(output, toModelText(await toModelOutput({ toolCallId: call.toolCallId, input, output: result })));
    return output;
  })[0] as BoundTool;

  return {
    ...bound,
    ...(category !== undefined && { category }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    idempotent,
    worstEffect: effect,
    effect: () => effect,
    toModel: (output) => shown.get(output as object) ?? bound.toModel(output),
  };
}

/** Binds a set of tools from the AI SDK or an MCP client. `optionsOf` returns the options of each. */
export function fromAiSdkTools(
  tools: Readonly<Record<string, Tool>>,
  optionsOf: (name: string) => AiSdkToolOptions = () => ({}),
): Promise<readonly BoundTool[]> {
  return Promise.all(Object.entries(tools).map(([name, tool]) => fromAiSdkTool(name, tool, optionsOf(name))));
}

function toObjectSchema(jsonSchema: Awaited<Schema['jsonSchema']>): ObjectSchema {
  const { $schema: _, ...schema } = jsonSchema;
  return { ...schema, type: 'object', properties: schema.properties ?? {} };
}

async function validated(name: string, schema: Schema, input: unknown): Promise<unknown> {
  const checked = await schema.validate?.(input);
  if (checked === undefined) return input;
  if (checked.success) return checked.value;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `Invalid input for ${name}: ${checked.error.message}`,
    cause: checked.error,
  });
}

function describing({ describeError }: AiSdkToolOptions): (error: unknown) => never {
  return (error) => {
    if (AppError.isInstance(error) || describeError === undefined) throw error;
    throw new AppError({ code: 'EXTERNAL_API_ERROR', message: describeError(error), cause: error });
  };
}

/** One call of a tool of the AI SDK. */
interface AiSdkToolCall {
  readonly input: unknown;
  readonly toolCallId: string;
  readonly signal: AbortSignal;
  readonly context: unknown;
}

/**
 * Runs a tool of the AI SDK. If a tool yields its result in stages, the last stage is the result.
 *
 * @throws AppError `EXTERNAL_API_ERROR` with the tool's own message when an MCP tool reports a failure.
 */
async function runAiSdkTool(
  execute: NonNullable<Tool['execute']>,
  { input, toolCallId, signal, context }: AiSdkToolCall,
): Promise<unknown> {
  const returned: unknown = execute(input, { toolCallId, messages: [], abortSignal: signal, context });
  const result = isAsyncIterable(returned) ? await lastOf(returned) : await returned;
  if (isMcpFailure(result)) throw new AppError({ code: 'EXTERNAL_API_ERROR', message: wordsOf(result) });
  return result;
}

interface McpFailure {
  readonly isError: true;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

function isMcpFailure(result: unknown): result is McpFailure {
  if (typeof result !== 'object' || result === null) return false;
  return 'isError' in result && result.isError === true && 'content' in result && Array.isArray(result.content);
}

function wordsOf({ content }: McpFailure): string {
  return content.flatMap(({ text }) => text ?? []).join('\n') || 'The tool failed and gave no reason.';
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function lastOf(stages: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown;
  for await (const stage of stages) last = stage;
  return last;
}

/** The result of `toModelOutput` of an AI SDK tool. */
type ModelOutput = Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>>;
type ContentPart = Extract<ModelOutput, { type: 'content' }>['value'][number];

/** Returns the text that a tool shows to a model; a file is named, because a text history cannot contain it. */
function toModelText(output: ModelOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return toJsonText(output.value);
    case 'content':
      return output.value.map(partText).join('\n');
    case 'execution-denied':
      return output.reason ?? 'The tool was not allowed to run.';
  }
}

function partText(part: ContentPart): string {
  if (part.type === 'text') return part.text;
  return 'mediaType' in part ? `[${part.mediaType}, not shown]` : `[${part.type}, not shown]`;
}
