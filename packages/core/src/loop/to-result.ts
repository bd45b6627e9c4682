import { toJsonText } from '../tool/to-json-text.ts';
import type { AgenticResult } from './agentic-result.ts';
import type { Ending } from './ending.ts';
import type { LoopParts } from './loop-parts.ts';

/** Ends a run: tells observers, and puts together all that was said, spent and done. */
export function toResult<Output>(
  { settings, conversation, ledger }: LoopParts,
  ending: Ending,
  answer: { readonly value: Output } | undefined,
): AgenticResult<Output> {
  const { steps, usage, costUsd } = ledger;
  const wasAborted = settings.signal.aborted && ending.stopReason === 'model_error';
  const { stopReason, ...why } = wasAborted ? { stopReason: 'aborted' as const } : ending;
  const error = 'error' in why && why.error !== undefined ? { error: why.error } : {};
  settings.emit({ type: 'loop_end', stopReason, usage, ...error });
  return {
    finalMessage: conversation.lastWords || (answer === undefined ? '' : toJsonText(answer.value)),
    iterations: ledger.iterations,
    toolCallsExecuted: ledger.calls,
    totalTokens: { input: usage.inputTokens, output: usage.outputTokens },
    stopReason,
    messages: conversation.messages,
    newMessages: conversation.newMessages,
    steps,
    usage,
    ...(costUsd !== undefined && { costUsd }),
    ...(answer !== undefined && { output: answer.value }),
    ...why,
  };
}
