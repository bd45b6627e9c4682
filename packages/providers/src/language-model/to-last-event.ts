import {
  InvalidResponseDataError,
  type LanguageModelV4FinishReason,
  type LanguageModelV4Usage,
} from '@ai-sdk/provider';
import {
  AppError,
  type AssistantMessage,
  type FinishReason,
  type ModelEvent,
  toolCallsOf,
  type Usage,
} from '@shipmate/core';
import type { AnswerAssembler } from './answer-assembler.ts';
import { type FailedCall, toModelError } from './to-model-error.ts';
import type { Vendor } from './vendor.ts';

/** The context that decides how an answer ended. */
interface LastEventContext extends FailedCall {
  readonly usageIsLast: boolean;
}

/** Returns the terminal event of a stream that ended without an exception: an answer only if it is complete. */
export function toLastEvent(assembler: AnswerAssembler, context: LastEventContext): ModelEvent {
  const { finish, failure } = assembler;
  const usage = finish !== undefined && isReported(finish.usage) ? toUsage(finish.usage) : undefined;
  const spent = usage === undefined ? {} : { usage };
  if (failure !== undefined && !isMissingReason(failure.error)) {
    return { type: 'error', error: toModelError(failure.error, context), ...spent };
  }
  const message = assembler.message();
  const isReasonless = context.usageIsLast && finish !== undefined && finish.finishReason.raw === undefined;
  const isWhole = usage !== undefined || hasWholeCalls(message);
  const reason = isReasonless ? (isWhole ? 'other' : undefined) : finish && toFinishReason(finish.finishReason);
  if (finish === undefined || reason === undefined) {
    return { type: 'error', error: cutShort(context.vendor, finish?.finishReason.raw), ...spent };
  }
  return { type: 'message_complete', finish: agreeing(reason, message), usage: toUsage(finish.usage), message };
}

/** Gemini's finish reasons for a call that the model tried to make and that failed. */
const failedCalls: ReadonlySet<string | undefined> = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL']);

/** Returns the finish reason; `undefined` when the answer was cut off. */
function toFinishReason({ unified, raw }: LanguageModelV4FinishReason): FinishReason | undefined {
  if (failedCalls.has(raw)) return 'tool_calls';
  switch (unified) {
    case 'stop':
    case 'length':
      return unified;
    case 'tool-calls':
      return 'tool_calls';
    case 'content-filter':
      return 'content_filter';
    case 'error':
    case 'interrupted':
      return undefined;
    case 'other':
      return raw === undefined ? undefined : 'other';
  }
}

/**
 * Corrects the finish reason of an answer with tool calls, which some servers end with `stop` or a reason of their own.
 */
function agreeing(reason: FinishReason, message: AssistantMessage): FinishReason {
  const endsWithCalls = (reason === 'stop' || reason === 'other') && toolCallsOf(message).length > 0;
  return endsWithCalls ? 'tool_calls' : reason;
}

/** Returns true for the error that a package reports when a stream ends without a finish reason. */
function isMissingReason(error: unknown): boolean {
  return InvalidResponseDataError.isInstance(error) && error.data === undefined;
}

function hasWholeCalls(message: AssistantMessage): boolean {
  const calls = toolCallsOf(message);
  return calls.length > 0 && calls.every(({ malformed }) => malformed !== true);
}

function isReported({ inputTokens, outputTokens }: LanguageModelV4Usage): boolean {
  return inputTokens.total !== undefined || outputTokens.total !== undefined;
}

function cutShort({ id, name }: Vendor, reason?: string): AppError {
  return new AppError({
    code: 'EXTERNAL_API_ERROR',
    message: `${name} ended its answer before it was complete.`,
    details: { provider: id, ...(reason === undefined ? {} : { reason }) },
  });
}

/** Converts a provider's usage; unreported values count as 0. */
function toUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    inputTokens: inputTokens.total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    cacheReadTokens: inputTokens.cacheRead ?? 0,
    cacheWriteTokens: inputTokens.cacheWrite ?? 0,
    reasoningTokens: outputTokens.reasoning ?? 0,
  };
}
