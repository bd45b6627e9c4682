import { AppError } from '../error/app-error.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import type { ToolCallRecord } from './agentic-result.ts';
import { smallestTextBound } from './bound-text.ts';
import type { LoopEvent } from './loop-event.ts';
import { shield } from './shield.ts';
import type { RunToolLoopConfig } from './tool-loop-config.ts';

/** A loop's configuration, checked and complete. */
export interface LoopSettings {
  readonly tools: ReadonlyMap<string, BoundTool>;
  readonly context: RunToolLoopConfig['context'];
  readonly signal: AbortSignal;
  readonly maxIterations: number;
  readonly toolTimeoutMs: number;
  readonly toolConcurrency: number;
  readonly maxResultChars: number;
  readonly emit: (event: LoopEvent) => void;
  readonly onIteration: (iteration: number, toolCalls: readonly ToolCallRecord[]) => void;
}

/** Checks a configuration and fills in the defaults. @throws AppError `VALIDATION_ERROR` when it cannot work. */
export function toLoopSettings(config: RunToolLoopConfig): LoopSettings {
  const { messages, context, maxIterations = 20, toolTimeoutMs = 60_000, toolConcurrency = 8 } = config;
  const { maxResultChars = 16_000, signal = new AbortController().signal } = config;
  const tools = new Map(config.tools.map((tool) => [tool.name, tool]));

  check(messages.length > 0, 'messages: a loop needs at least one message.');
  check(tools.size === config.tools.length, 'tools: two tools share a name.');
  check(isCount(maxIterations), 'maxIterations must be a whole number of at least 1.');
  check(isCount(toolConcurrency), 'toolConcurrency must be a whole number of at least 1.');
  check(toolTimeoutMs > 0, 'toolTimeoutMs must be more than 0.');
  check(maxResultChars >= smallestTextBound, `maxResultChars must be at least ${smallestTextBound}.`);

  return {
    tools,
    context,
    signal,
    maxIterations,
    toolTimeoutMs,
    toolConcurrency,
    maxResultChars,
    emit: shield('onEvent', config.onEvent, context.logger),
    onIteration: shield('onIteration', config.onIteration, context.logger),
  };
}

function check(holds: boolean, message: string): void {
  if (!holds) throw new AppError({ code: 'VALIDATION_ERROR', message });
}

/** Infinity is a count too: no limit. */
function isCount(value: number): boolean {
  return value >= 1 && (Number.isInteger(value) || value === Infinity);
}
