import { expect } from 'vitest';
import { z } from 'zod';
import {
  addUsage,
  bindTools,
  createToolExecutionContext,
  defineTool,
  noUsage,
  runToolLoop,
  toolCallsOf,
  userMessage,
  type AgenticResult,
  type BoundTool,
  type ChatModel,
  type Logger,
  type LoopEvent,
  type Message,
  type RunToolLoopConfig,
  type ToolContext,
  type ToolEffect,
} from '../../src/index.ts';

/** The function that a test tool runs. */
export type Execute = (input: { value?: string | undefined }, context: ToolContext) => unknown;

/** Optional properties of a test tool. */
export interface ToolExtra {
  readonly effect?: ToolEffect;
  readonly timeoutMs?: number;
  readonly exclusive?: boolean;
  readonly maxResultChars?: number;
  toModel?(output: unknown): string;
  isFailure?(output: unknown): boolean;
}

/** Creates a tool that takes an optional `value` and may return anything. */
export function toolOf(name: string, execute: Execute, extra: ToolExtra = {}): BoundTool {
  const definition = defineTool({
    name,
    description: `Does ${name}.`,
    effect: 'read' as ToolEffect,
    input: z.object({ value: z.string().optional() }),
    output: z.unknown(),
    execute: async (input, context: ToolContext) => execute(input, context),
    ...extra,
  });
  return bindTools([definition], {})[0] as BoundTool;
}

/** Creates a logger that keeps its lines. */
export function createLogKeeper(): Logger & { readonly lines: { message: string; fields: unknown }[] } {
  const lines: { message: string; fields: unknown }[] = [];
  const log = (message: string, fields?: unknown): void => void lines.push({ message, fields });
  return { lines, debug: log, info: log, warn: log, error: log, child: createLogKeeper };
}

export interface LoopRun<Output = undefined> extends AgenticResult<Output> {
  readonly events: readonly LoopEvent[];
  readonly log: ReturnType<typeof createLogKeeper>['lines'];
}

/** Runs the loop on a question and checks the invariants of every outcome. */
export async function runLoop<Output = undefined>(
  model: ChatModel,
  tools: readonly BoundTool[],
  config: Partial<RunToolLoopConfig<Output>> = {},
): Promise<LoopRun<Output>> {
  const events: LoopEvent[] = [];
  const logger = createLogKeeper();
  const result = await runToolLoop(model, {
    messages: [userMessage('Please.')],
    tools,
    context: createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' }, logger }),
    retry: { retries: 0 },
    ...config,
    onEvent: (event) => {
      events.push(event);
      return config.onEvent?.(event);
    },
  });
  expectValidHistory(result.messages);
  expect(events.filter(({ type }) => type === 'loop_end')).toEqual([events.at(-1)]);
  const { stopReason, usage, error } = result;
  expect(events.at(-1)).toStrictEqual({ type: 'loop_end', stopReason, usage, ...(error && { error }) });
  expect(result.steps.map(({ usage }) => usage).reduce(addUsage, noUsage)).toEqual(result.usage);
  expect(result.messages.slice(result.messages.length - result.newMessages.length)).toEqual(result.newMessages);
  expect(JSON.parse(JSON.stringify(result.messages))).toEqual(result.messages);
  expect(result.totalTokens).toEqual({ input: result.usage.inputTokens, output: result.usage.outputTokens });
  return { ...result, events, log: logger.lines };
}

/** Expects that every tool call has a unique id and is answered, in order, by the message after it. */
export function expectValidHistory(messages: readonly Message[]): void {
  const ids = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant') {
      const calls = toolCallsOf(message);
      for (const { id } of calls) expect(ids.has(id), `id ${id} is used once`).toBe(false);
      for (const { id } of calls) ids.add(id);
      const next = messages[index + 1];
      const answered = next?.role === 'tool' ? next.content.map(({ id, name }) => ({ id, name })) : [];
      expect(answered).toEqual(calls.map(({ id, name }) => ({ id, name })));
    }
    if (message.role === 'tool') expect(messages[index - 1]?.role).toBe('assistant');
  }
}

/** The results that the model saw, in order. */
export function resultsOf({ messages }: Pick<AgenticResult, 'messages'>): { output: string; isError: boolean }[] {
  return messages.flatMap((message) =>
    message.role === 'tool' ? message.content.map(({ output, isError }) => ({ output, isError })) : [],
  );
}
