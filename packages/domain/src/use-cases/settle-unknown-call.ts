import { AppError } from '@shipmate/core';
import type { Stores } from '../persistence/stores.ts';
import type { RunToolCall, ToolCallResult, UnknownCallChoice } from '../run/run-tool-call.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { Run } from '../run/run.ts';

/** A person's decision on a call with an unknown outcome. */
export interface UnknownCallSettlement {
  readonly run: Pick<Run, 'id'>;
  readonly toolCallId: string;
  readonly choice: UnknownCallChoice;
}

/** Result of a call with an unknown outcome that a person chose not to repeat. */
export const unrepeatedCallText =
  'The call was interrupted and may have taken effect. The user chose not to repeat it.';

/** Text for the model in place of a result. */
const words: Readonly<Record<Exclude<UnknownCallChoice, 'again'>, string>> = {
  done: 'The call was interrupted. The user has checked that it took effect; its output is unknown.',
  leave: unrepeatedCallText,
};

/**
 * Settles a call within a transaction: its result, its event, and the run, which is queued once no call has
 * an unknown outcome.
 *
 * @throws AppError `NOT_FOUND` if there is no such call, `CONFLICT` if its outcome is not unknown.
 */
export async function settleUnknownCall({ runs }: Stores, settlement: UnknownCallSettlement): Promise<void> {
  const { run, toolCallId, choice } = settlement;
  const calls = await runs.listToolCalls(run.id);
  const call = calls.find((candidate) => candidate.toolCallId === toolCallId);
  if (!call) throw new AppError({ code: 'NOT_FOUND', message: 'Tool call not found.' });
  const result = choice === 'again' ? null : toResult(call, choice);
  await runs.settleToolCall(call, result);
  await runs.appendEvents({ runId: run.id }, toEvents(call, choice, result));
  const isLast = !calls.some((other) => other !== call && other.status === 'unknown');
  if (isLast) await runs.requeue(run.id);
}

function toResult({ toolCallId: id, name }: RunToolCall, choice: keyof typeof words): ToolCallResult {
  const part = { type: 'tool_result', id, name, output: words[choice], isError: choice === 'leave' } as const;
  return { part, durationMs: 0, clientEvents: [] };
}

function toEvents(
  { turn, toolCallId, name }: RunToolCall,
  choice: UnknownCallChoice,
  result: ToolCallResult | null,
): readonly RunEvent[] {
  const settled: RunEvent = { type: 'tool_call_settled', turn, toolCallId, choice };
  if (!result) return [settled];
  const { output, isError } = result.part;
  return [settled, { type: 'tool_result', turn, toolCallId, name, output, isError, durationMs: 0, clientEvents: [] }];
}
