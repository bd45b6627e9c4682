import {
  InvalidResponseDataError,
  type LanguageModelV4FinishReason,
  type LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { AppError, toolCallsOf, type AssistantMessage, type FinishReason, type ModelEvent } from '@shipmate/core';
import type { AnswerAssembler } from './answer-assembler.ts';
import { toModelError, type FailedCall } from './to-model-error.ts';
import { toUsage } from './to-usage.ts';
import type { Vendor } from './vendor.ts';

/** What the end of an answer is judged by. */
interface LastEventContext extends FailedCall {
  readonly usageIsLast: boolean;
}

/** The terminal event of a stream that ended without an exception: an answer only if it is whole. */
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

/** Gemini's words for a call that the model meant to make, and that did not come about. */
const failedCalls: ReadonlySet<string | undefined> = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL']);

/** `undefined` says that the answer did not come to an end of its own. */
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

/** Some servers end an answer that calls tools with `stop`, or with words of their own. */
function agreeing(reason: FinishReason, message: AssistantMessage): FinishReason {
  const endsWithCalls = (reason === 'stop' || reason === 'other') && toolCallsOf(message).length > 0;
  return endsWithCalls ? 'tool_calls' : reason;
}

/** What a package reports of a stream that has ended without a finish reason. */
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
