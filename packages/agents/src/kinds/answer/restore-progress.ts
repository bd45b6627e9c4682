import {
  addCost,
  addUsage,
  AppError,
  noUsage,
  toolCallsOf,
  type Message,
  type OpenTurn,
  type Principal,
  type StopReason,
} from '@shipmate/core';
import type { Stores } from '@shipmate/domain';
import { toExchanges, toHistory } from '@shipmate/domain/conversation';
import {
  isRepeatable,
  type ConversationRun,
  type RunStep,
  type RunStore,
  type RunToolCall,
} from '@shipmate/domain/run';
import { readLog } from '../../run/log/read-log.ts';
import type { RunProgress } from './run-progress.ts';

/** Reads the progress of a run that another executor began. */
export async function restoreProgress(
  stores: Stores,
  principal: Principal,
  { run, maxIterations }: { readonly run: ConversationRun; readonly maxIterations: number },
): Promise<RunProgress> {
  const { runs } = stores;
  const steps = await runs.listSteps(run.id);
  const calls = await runs.listToolCalls(run.id);
  const stopReason = whyEnded(steps, maxIterations);
  const pending = toOpenTurn(steps.at(-1), calls);
  const costUsd = steps.reduce<number | undefined>((sum, step) => addCost(sum, step.costUsd ?? undefined), 0);
  return {
    history: await readHistory(stores, principal, run),
    messages: steps.flatMap(({ messages }) => messages).slice(0, pending ? -1 : undefined),
    ...(pending && { pending }),
    turnsTaken: steps.length,
    usage: steps.reduce((sum, { usage }) => addUsage(sum, usage), noUsage),
    ...(costUsd !== undefined && { costUsd }),
    ...(run.lastSequence === 0 ? { loggedCalls: new Set<string>() } : await readLogEnd(runs, run.id)),
    unknownCalls: calls.filter(
      (call) => call.status === 'unknown' || (call.status === 'running' && !isRepeatable(call)),
    ),
    ...(stopReason && { stopReason }),
  };
}

/** The stop reason of a run whose end was not stored. The calls of a truncated answer are never made. */
function whyEnded(steps: readonly RunStep[], maxIterations: number): StopReason | undefined {
  const last = steps.at(-1);
  if (!last) return undefined;
  if (last.finish === 'length') return 'truncated';
  if (last.finish === 'content_filter') return 'refused';
  const isOpen = lastAnswer(last) !== undefined;
  if (!isOpen && steps.length >= maxIterations) return 'max_iterations';
  return isOpen || last.messages.at(-1)?.role === 'tool' ? undefined : 'final';
}

function toOpenTurn(last: RunStep | undefined, calls: readonly RunToolCall[]): OpenTurn | undefined {
  const message = last && lastAnswer(last);
  if (!message) return undefined;
  const answers = calls.flatMap(({ turn, result }) => (turn === last.turn && result ? [result.part] : []));
  return { turn: last.turn, message, answers };
}

/** Returns the model's message of a turn whose calls are not all answered. */
function lastAnswer({ messages }: RunStep): OpenTurn['message'] | undefined {
  const last = messages.at(-1);
  return last?.role === 'assistant' && toolCallsOf(last).length > 0 ? last : undefined;
}

async function readHistory(
  { conversations, runs }: Stores,
  principal: Principal,
  { id, conversationId }: ConversationRun,
): Promise<readonly Message[]> {
  const exchanges = toExchanges(
    await runs.listForConversation(principal, conversationId),
    await conversations.listMessages(principal, conversationId),
  );
  const index = exchanges.findIndex(({ run }) => run?.id === id);
  const asked = exchanges[index];
  if (!asked) throw new AppError({ code: 'NOT_FOUND', message: 'The question of this run was deleted.' });
  return [...toHistory(exchanges.slice(0, index)), asked.question.message];
}

type LogEnd = Pick<RunProgress, 'loggedCalls' | 'interrupted'>;

/** Reads the calls in a run's log, and the turn during whose answer its executor died. */
export async function readLogEnd(runs: RunStore, runId: string): Promise<LogEnd> {
  const loggedCalls = new Set<string>();
  let interrupted: LogEnd['interrupted'];
  for await (const { event } of readLog(runs, runId)) {
    if (event.type === 'tool_call') loggedCalls.add(event.toolCallId);
    if (event.type === 'turn_started' || event.type === 'turn_restarted') interrupted = { turn: event.turn, text: '' };
    if (event.type === 'turn_ended') interrupted = undefined;
    if (event.type === 'content' && interrupted) {
      interrupted = { ...interrupted, text: interrupted.text + event.deltas.join('') };
    }
  }
  return { loggedCalls, ...(interrupted && { interrupted }) };
}
