import type { LanguageModelV4FinishReason } from '@ai-sdk/provider';
import { AppError, toolCallsOf, type AssistantMessage, type FinishReason, type ModelEvent } from '@shipmate/core';
import type { AnswerAssembler } from './answer-assembler.ts';
import { toUsage } from './to-usage.ts';
import type { Vendor } from './vendor.ts';

/** The terminal event of a stream that ended without an exception: an answer only if the model itself ended it. */
export function toLastEvent(assembler: AnswerAssembler, vendor: Vendor): ModelEvent {
  const { finish } = assembler;
  if (finish === undefined) return { type: 'error', error: cutShort(vendor) };
  const usage = toUsage(finish.usage);
  const reason = toFinishReason(finish.finishReason);
  if (reason === undefined) return { type: 'error', error: cutShort(vendor, finish.finishReason.raw), usage };
  const message = assembler.message();
  return { type: 'message_complete', finish: withToolCalls(reason, message), usage, message };
}

/** `undefined` says that the answer did not come to an end of its own. */
function toFinishReason({ unified, raw }: LanguageModelV4FinishReason): FinishReason | undefined {
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
function withToolCalls(reason: FinishReason, message: AssistantMessage): FinishReason {
  const mayCall = reason === 'stop' || reason === 'other';
  return mayCall && toolCallsOf(message).length > 0 ? 'tool_calls' : reason;
}

function cutShort({ id, name }: Vendor, reason?: string): AppError {
  return new AppError({
    code: 'EXTERNAL_API_ERROR',
    message: `${name} ended its answer before it was complete.`,
    details: { provider: id, ...(reason === undefined ? {} : { reason }) },
  });
}
