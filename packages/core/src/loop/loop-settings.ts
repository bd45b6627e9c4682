import { createBudget, type Budget, type BudgetLimits } from '../budget/budget.ts';
import { AppError } from '../error/app-error.ts';
import type { Logger } from '../logger/logger.ts';
import { toolCallsOf } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { CostOf } from '../model/cost-of.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { noUsage } from '../model/usage.ts';
import { smallestTextBound } from '../tool/bound-text.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import { defaultMaxResultChars, defaultToolTimeoutMs } from '../tool/call-tool.ts';
import { sleep } from '../wait/sleep.ts';
import { Waits } from '../wait/waits.ts';
import type { OpenTurn, ToolCallRecord } from './agentic-result.ts';
import type { LoopEvent } from './loop-event.ts';
import type { LoopHooks } from './loop-hooks.ts';
import type { LoopJournal } from './loop-journal.ts';
import { createFinishTool, type FinishTool } from './loop-tools.ts';
import type { RetryOptions, RunToolLoopConfig } from './tool-loop-config.ts';

/** Settings of a run: its configuration, checked and with defaults. They do not change while it runs. */
export interface LoopSettings<Output = unknown> {
  /** The model and its fallbacks, in order. */
  readonly models: readonly ChatModel[];
  /** The part that all requests share. */
  readonly request: Omit<ModelRequest, 'messages' | 'tools'>;
  readonly tools: readonly BoundTool[];
  readonly context: RunToolLoopConfig['context'];
  readonly signal: AbortSignal;
  /** Races everything that the run waits for against `signal`. */
  readonly waits: Waits;
  readonly maxIterations: number;
  readonly budget?: Budget;
  readonly costOf: CostOf;
  readonly maxRepeats: number;
  readonly maxFailures: number;
  readonly contextTokens?: number;
  readonly toolTimeoutMs: number;
  readonly toolConcurrency: number;
  readonly maxResultChars: number;
  readonly retry: Required<RetryOptions>;
  readonly hooks: LoopHooks;
  readonly approve?: NonNullable<RunToolLoopConfig['approve']>;
  readonly journal?: LoopJournal;
  readonly pending?: OpenTurn;
  readonly turnsTaken: number;
  readonly finish?: FinishTool<Output>;
  readonly emit: (event: LoopEvent) => void;
  readonly onIteration: (iteration: number, toolCalls: readonly ToolCallRecord[]) => void;
}

const defaults = {
  maxIterations: 20,
  maxRepeats: 3,
  maxFailures: 5,
  toolTimeoutMs: defaultToolTimeoutMs,
  toolConcurrency: 8,
  maxResultChars: defaultMaxResultChars,
} as const;

/** Checks a configuration and adds the defaults. @throws AppError `VALIDATION_ERROR` naming the field that is wrong. */
export function toLoopSettings<Output>(model: ChatModel, config: RunToolLoopConfig<Output>): LoopSettings<Output> {
  const { context, contextTokens, output, approve, journal, pending, hooks = {}, fallbackModels = [] } = config;
  const signal = config.signal ?? new AbortController().signal;
  const finish = output === undefined ? undefined : createFinishTool(output);
  const budget = toBudget(config.budget);
  const settings = {
    ...toLimits(config),
    models: [model, ...fallbackModels],
    request: toBaseRequest(config),
    tools: finish === undefined ? config.tools : [...config.tools, finish.tool],
    context,
    hooks,
    signal,
    waits: new Waits(signal),
    costOf: toSafeCostOf(config),
    retry: { retries: 2, baseDelayMs: 500, maxDelayMs: 30_000, sleep, ...config.retry },
    emit: toSafeObserver('onEvent', config.onEvent, context.logger),
    onIteration: toSafeObserver('onIteration', config.onIteration, context.logger),
    turnsTaken: config.turnsTaken ?? (pending === undefined ? 0 : pending.turn + 1),
    ...(approve !== undefined && { approve }),
    ...(journal !== undefined && { journal }),
    ...(pending !== undefined && { pending }),
    ...(budget !== undefined && { budget }),
    ...(contextTokens !== undefined && { contextTokens }),
    ...(finish !== undefined && { finish }),
  };
  check(config.messages.length > 0, 'messages: a loop needs at least one message.');
  checkSettings(settings);
  return settings;
}

type Limits = Pick<LoopSettings, keyof typeof defaults>;

function toLimits(config: Partial<Limits>): Limits {
  const limits: { -readonly [Name in keyof Limits]: number } = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof Limits)[]) limits[name] = config[name] ?? defaults[name];
  return limits;
}

function checkSettings(settings: LoopSettings): void {
  const { tools, models, budget, costOf, retry, contextTokens, pending, turnsTaken, ...limits } = settings;
  check(new Set(tools.map(({ name }) => name)).size === tools.length, 'tools: two tools share a name.');
  for (const name of ['maxIterations', 'toolConcurrency', 'maxRepeats', 'maxFailures'] as const) {
    check(isCount(limits[name]), `${name} must be a whole number of at least 1.`);
  }
  check(retry.retries === 0 || isCount(retry.retries), 'retry.retries must be a whole number of at least 0.');
  check(turnsTaken === 0 || isCount(turnsTaken), 'turnsTaken must be a whole number of at least 0.');
  check(
    pending === undefined || toolCallsOf(pending.message).length > 0,
    'pending.message has no calls to resume with.',
  );
  check(
    limits.toolTimeoutMs > 0 && limits.toolTimeoutMs < Infinity,
    'toolTimeoutMs must be a finite number of more than 0: every tool call has a time limit.',
  );
  check(limits.maxResultChars >= smallestTextBound, `maxResultChars must be at least ${smallestTextBound}.`);
  check(contextTokens === undefined || contextTokens > 0, 'contextTokens must be more than 0.');
  for (const [limit, most] of Object.entries(budget?.limits ?? {}))
    check(most > 0, `budget.${limit} must be more than 0.`);
  if (budget?.limits.costUsd === undefined) return;
  // A limit on an unknown cost could not be kept.
  const unpriced = models.filter(({ id }) => costOf(id, noUsage) === undefined).map(({ id }) => id);
  check(unpriced.length === 0, `budget.costUsd needs costOf to know the price of ${unpriced.join(', ')}.`);
}

function toBaseRequest<Output>(config: RunToolLoopConfig<Output>): LoopSettings['request'] {
  const { systemPrompt, maxOutputTokens, temperature, operation } = config;
  return {
    ...(systemPrompt !== undefined && { system: systemPrompt }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(operation !== undefined && { operation }),
  };
}

function toBudget(budget: BudgetLimits | Budget | undefined): Budget | undefined {
  return budget === undefined || 'spend' in budget ? budget : createBudget(budget);
}

/** Makes a price function whose failures are logged; the price is unknown then. */
function toSafeCostOf({ costOf, context }: Pick<RunToolLoopConfig, 'costOf' | 'context'>): CostOf {
  return (modelId, usage) => {
    try {
      return costOf?.(modelId, usage);
    } catch (error) {
      context.logger.error('costOf failed', { model: modelId, error });
      return undefined;
    }
  };
}

function check(holds: boolean, message: string): void {
  if (!holds) throw new AppError({ code: 'VALIDATION_ERROR', message });
}

/** Infinity counts as a number: no limit. */
function isCount(value: number): boolean {
  return value >= 1 && (Number.isInteger(value) || value === Infinity);
}

/** Makes an observer whose failures, synchronous or asynchronous, are logged and never reach the loop. */
export function toSafeObserver<Arguments extends readonly unknown[]>(
  name: string,
  observer: ((...args: Arguments) => unknown) | undefined,
  logger: Logger,
): (...args: Arguments) => void {
  if (observer === undefined) return () => undefined;
  const report = (cause: unknown): void => logger.error('an observer failed', { observer: name, error: cause });
  return (...args) => {
    try {
      const returned = observer(...args);
      if (returned instanceof Promise) returned.catch(report);
    } catch (thrown) {
      report(thrown);
    }
  };
}
