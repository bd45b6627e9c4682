import { AppError, toAppError } from '../error/app-error.ts';
import type { ToolCallPart } from '../message/message.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import type { ClientEvent } from '../tool/client-event.ts';
import { toJsonText } from '../tool/to-json-text.ts';
import { waitFor } from '../wait/wait-for.ts';
import type { LoopSettings } from './loop-settings.ts';

/** What one tool call came to. */
export interface ToolCallOutcome {
  /** What the tool returned, or `{ error, code }`. */
  readonly output: unknown;
  /** What the model sees, not bounded yet. */
  readonly text: string;
  readonly isError: boolean;
  readonly clientEvents: readonly ClientEvent[];
}

/** Runs one tool call. It returns whatever happens: what fails is an outcome that the model can act on. */
export async function runToolCall(call: ToolCallPart, settings: LoopSettings): Promise<ToolCallOutcome> {
  const { context, signal, toolTimeoutMs } = settings;
  try {
    const tool = findTool(call, settings.tools);
    const input = parseInput(call, tool);
    const output = await waitFor(
      (callSignal) => tool.execute(input, { ...context, toolCallId: call.id, signal: callSignal }),
      { signal, timeoutMs: tool.timeoutMs ?? toolTimeoutMs },
    );
    return succeeded(tool, output, settings);
  } catch (thrown) {
    const error = toAppError(thrown, { message: 'The tool failed unexpectedly.' });
    if (error.code === 'INTERNAL_ERROR') {
      context.logger.error('tool failed', { tool: call.name, toolCallId: call.id, error });
    }
    return failedOutcome(error);
  }
}

/** The outcome of a call that failed or was not run: words and code, never the cause. */
export function failedOutcome({ message, code }: Pick<AppError, 'message' | 'code'>): ToolCallOutcome {
  const output = { error: message, code };
  return { output, text: toJsonText(output), isError: true, clientEvents: [] };
}

function findTool({ name }: ToolCallPart, tools: ReadonlyMap<string, BoundTool>): BoundTool {
  const tool = tools.get(name);
  if (tool !== undefined) return tool;
  const available = tools.size === 0 ? 'none' : [...tools.keys()].join(', ');
  throw new AppError({ code: 'NOT_FOUND', message: `There is no tool "${name}". Available tools: ${available}.` });
}

function parseInput(call: ToolCallPart, tool: BoundTool): unknown {
  if (!call.malformed) return tool.parse(call.input);
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `Invalid input for ${call.name}: the arguments are not valid JSON. Send one JSON object.`,
  });
}

/** The work is done, so a tool that cannot present its output has not failed: the model gets the plain output. */
function succeeded(tool: BoundTool, output: unknown, { context }: LoopSettings): ToolCallOutcome {
  const attempt = <Shown>(show: () => Shown): Shown | undefined => {
    try {
      return show();
    } catch (error) {
      context.logger.error('tool output could not be presented', { tool: tool.name, error });
      return undefined;
    }
  };
  return {
    output,
    text: attempt(() => tool.toModel(output)) ?? toJsonText(output),
    isError: false,
    clientEvents: attempt(() => tool.clientEvents(output)) ?? [],
  };
}
