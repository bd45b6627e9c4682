import { AppError, toAppError } from '../error/app-error.ts';
import type { ToolCallPart } from '../message/message.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import { waitFor } from '../wait/wait-for.ts';
import type { LoopSettings } from './loop-settings.ts';
import { failedOutcome, succeededOutcome, type ToolCallOutcome } from './tool-call-outcome.ts';

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
    return succeededOutcome(tool, output, context.logger);
  } catch (thrown) {
    const error = toAppError(thrown, { message: 'The tool failed unexpectedly.' });
    if (error.code === 'INTERNAL_ERROR') {
      context.logger.error('tool failed', { tool: call.name, toolCallId: call.id, error });
    }
    return failedOutcome(error);
  }
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
