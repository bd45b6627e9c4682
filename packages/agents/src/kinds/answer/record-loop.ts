import {
  addCost,
  addUsage,
  noUsage,
  toolCallsOf,
  type JsonValue,
  type LoopEvent,
  type LoopJournal,
} from '@shipmate/core';
import { isRepeatable, type NewRunStep } from '@shipmate/domain/run';
import type { RunWork } from '../../run/execute/run-kind.ts';
import type { RunProgress } from './run-progress.ts';
import type { RunRecorder, RunWrite } from '../../run/log/run-recorder.ts';

/** Subscribers of a loop that write it into its run's log. */
export interface LoopRecording {
  /** Streamed events: stored soon, without keeping the loop waiting. */
  readonly onEvent: (event: LoopEvent) => void;
  /** Events that must not be lost or happen twice: stored before the loop continues. */
  readonly journal: LoopJournal;
}

/** Keeps the files that a run changes, turn by turn. */
export interface TurnCheckpoints {
  /** A call that changes files begins. */
  changing(): void;
  /** Keeps the files before the calls of a turn. Returns the write that names the checkpoint; undefined if there is none. */
  beforeCalls(turn: number): Promise<RunWrite | undefined>;
}

/** Options for {@link recordLoop}. */
export interface RecordLoopOptions {
  readonly recorder: RunRecorder;
  readonly work: Pick<RunWork, 'lease' | 'activity' | 'aborting' | 'assertHeld'>;
  /** Events that the log has already are not repeated. */
  readonly progress: Pick<RunProgress, 'interrupted' | 'loggedCalls'>;
  /** Further writes in the transactions of the turns and the results. */
  readonly alongside?: {
    turnEnded(step: NewRunStep): RunWrite;
    callEnded(toolCallId: string): RunWrite | undefined;
  };
  /** Default: no files are kept. */
  readonly checkpoints?: TurnCheckpoints | undefined;
}

/** The activity of the model's answer; no call has this id. */
export const modelAnswer = '';

/** Records a loop. A turn and its step, a result and its call are stored in one transaction, so that log and steps agree. */
export function recordLoop({ recorder, work, progress, alongside, checkpoints }: RecordLoopOptions): LoopRecording {
  const { lease, activity, aborting } = work;
  const inputs = new Map<string, unknown>();
  const begun = new Set<string>();
  let interruptedTurn = progress.interrupted?.turn;
  let turnStartedAt = 0;

  function onTurnStart({ turn, model }: Extract<LoopEvent, { type: 'turn_start' }>): void {
    const type = turn === interruptedTurn ? 'turn_restarted' : 'turn_started';
    interruptedTurn = undefined;
    turnStartedAt = performance.now();
    activity.begin(modelAnswer);
    recorder.record({ type, turn, model });
  }

  function onToolCall({ turn, id: toolCallId, name, input }: Extract<LoopEvent, { type: 'tool_call' }>): void {
    inputs.set(toolCallId, input);
    if (progress.loggedCalls.has(toolCallId)) return;
    recorder.record({ type: 'tool_call', turn, toolCallId, name, input: input as JsonValue });
  }

  return {
    onEvent(event) {
      switch (event.type) {
        case 'turn_start':
          return onTurnStart(event);
        case 'turn_restarted':
          return recorder.record({
            type: 'turn_restarted',
            turn: event.turn,
            model: event.model,
            ...(event.hasNotice && { hasNotice: true }),
          });
        case 'content_delta':
          return recorder.record({ type: 'content', turn: event.turn, deltas: [event.text] });
        case 'thinking_delta':
          return recorder.record({ type: 'thinking', turn: event.turn, deltas: [event.text] });
        case 'tool_call_start':
          return recorder.record({
            type: 'tool_call_started',
            turn: event.turn,
            toolCallId: event.id,
            name: event.name,
          });
        case 'tool_call':
          return onToolCall(event);
        case 'tool_output':
          return recorder.record({
            type: 'tool_output',
            turn: event.turn,
            toolCallId: event.id,
            name: event.name,
            deltas: [event.text],
          });
        default:
          return undefined;
      }
    },

    journal: {
      async turnEnded({ turn, message, finish, added, steps }) {
        const usage = steps.reduce((sum, step) => addUsage(sum, step.usage), noUsage);
        const costUsd = steps.reduce<number | undefined>((sum, step) => addCost(sum, step.costUsd), 0) ?? null;
        const model = steps.findLast(({ purpose }) => purpose === 'turn')?.model ?? '';
        const durationMs = performance.now() - turnStartedAt;
        const step = { turn, model, finish, usage, costUsd, messages: added, durationMs };
        const further = (await checkpoints?.beforeCalls(turn)) ?? alongside?.turnEnded(step);
        await recorder.storeProgress({ step }, { type: 'turn_ended', turn, usage }, further);
        // A final answer ends the run, which takes little time.
        if (toolCallsOf(message).length > 0) activity.end(modelAnswer);
      },

      async callBegun({ turn, call: { id: toolCallId, name, input }, tool: { idempotent }, effect }) {
        aborting.throwIfAborted();
        // A read without a result is made again, so that it began need not be known.
        if (effect === 'read') return work.assertHeld();
        checkpoints?.changing();
        const call = { toolCallId, turn, name, input: input as JsonValue, effect, idempotent };
        begun.add(toolCallId);
        if (!isRepeatable(call)) activity.begin(toolCallId);
        await recorder.store(async ({ runs, approvals }) => {
          await runs.beginToolCall(lease, call);
          await approvals.use({ runId: lease.runId, toolCallId });
        });
        work.assertHeld();
      },

      async callEnded({ turn, result: part, durationMs, clientEvents }) {
        aborting.throwIfAborted();
        const { id: toolCallId, name, output, isError } = part;
        const call = { turn, input: inputs.get(toolCallId) as JsonValue, result: { part, durationMs, clientEvents } };
        const event = {
          type: 'tool_result',
          turn,
          toolCallId,
          name,
          output,
          isError,
          durationMs,
          clientEvents,
        } as const;
        const further = alongside?.callEnded(toolCallId);
        // The next turn is stored after it, so that no stored turn lacks a result that its model read.
        if (!begun.has(toolCallId) && further === undefined) recorder.recordProgress({ calls: [call] }, event);
        else await recorder.storeProgress({ calls: [call] }, event, further);
        activity.end(toolCallId);
      },

      async callsAnswered(answers) {
        aborting.throwIfAborted();
        // Without a note they are the results of the calls, which are stored.
        if (answers.message.note !== undefined) recorder.recordProgress({ answers });
      },
    },
  };
}
