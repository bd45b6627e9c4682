import {
  addCost,
  addUsage,
  noUsage,
  toolCallsOf,
  type JsonValue,
  type LoopEvent,
  type LoopJournal,
} from '@shipmate/core';
import { isRepeatable, type RunLease } from '@shipmate/domain';
import type { LeaseKeeper } from '../../run/execute/lease-keeper.ts';
import type { RunActivity } from '../../run/execute/run-activity.ts';
import type { RunProgress } from './run-progress.ts';
import type { RunRecorder } from '../../run/log/run-recorder.ts';

/** How a loop is written into its run's log. */
export interface LoopRecording {
  /** For what streams: it is stored soon. */
  readonly onEvent: (event: LoopEvent) => void;
  /** For what must not be lost or done twice: it is stored before the loop goes on. */
  readonly journal: LoopJournal;
}

/** What {@link recordLoop} needs. */
export interface RecordLoopOptions {
  readonly recorder: RunRecorder;
  readonly keeper: Pick<LeaseKeeper, 'assertHeld'>;
  /** Is told what is under way. */
  readonly activity: RunActivity;
  readonly lease: RunLease;
  /** What the log tells already is not told again. */
  readonly progress: Pick<RunProgress, 'interrupted' | 'toldCalls'>;
  /** Once it has fired, tools may have been left behind while they worked, so that what came of them is not known. */
  readonly cut: AbortSignal;
}

/** What the model does while it speaks; no call has this id. */
const speech = '';

/** Records a loop. A turn and its step, a result and its call are stored together, so that the log never tells more or less. */
export function recordLoop(options: RecordLoopOptions): LoopRecording {
  const { recorder, keeper, activity, lease, progress, cut } = options;
  const inputs = new Map<string, unknown>();
  let interruptedTurn = progress.interrupted?.turn;
  let turnStartedAt = 0;

  function onTurnStart({ turn, model }: Extract<LoopEvent, { type: 'turn_start' }>): void {
    const type = turn === interruptedTurn ? 'turn_restarted' : 'turn_started';
    interruptedTurn = undefined;
    turnStartedAt = performance.now();
    activity.begin(speech);
    recorder.record({ type, turn, model });
  }

  function onToolCall({ turn, id: toolCallId, name, input }: Extract<LoopEvent, { type: 'tool_call' }>): void {
    inputs.set(toolCallId, input);
    if (progress.toldCalls.has(toolCallId)) return;
    recorder.record({ type: 'tool_call', turn, toolCallId, name, input: input as JsonValue });
  }

  return {
    onEvent(event) {
      switch (event.type) {
        case 'turn_start':
          return onTurnStart(event);
        case 'turn_restarted':
          return recorder.record({ type: 'turn_restarted', turn: event.turn, model: event.model });
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
        await recorder.store(({ runs }) => runs.saveStep(lease, step), { type: 'turn_ended', turn, usage });
        // Last words end the run, which is soon done.
        if (toolCallsOf(message).length > 0) activity.end(speech);
      },

      async callBegun({ turn, call: { id: toolCallId, name, input }, tool: { idempotent }, effect }) {
        cut.throwIfAborted();
        const call = { toolCallId, turn, name, input: input as JsonValue, effect, idempotent };
        if (!isRepeatable(call)) activity.begin(toolCallId);
        await recorder.store(async ({ runs, approvals }) => {
          await runs.beginToolCall(lease, call);
          await approvals.use({ runId: lease.runId, toolCallId });
        });
        keeper.assertHeld();
      },

      async callEnded({ turn, result: part, durationMs, clientEvents }) {
        cut.throwIfAborted();
        const { id: toolCallId, name, output, isError } = part;
        const call = { turn, input: inputs.get(toolCallId) as JsonValue, result: { part, durationMs, clientEvents } };
        await recorder.store(({ runs }) => runs.endToolCall(lease, call), {
          type: 'tool_result',
          turn,
          toolCallId,
          name,
          output,
          isError,
          durationMs,
          clientEvents,
        });
        activity.end(toolCallId);
      },

      async callsAnswered(answers) {
        cut.throwIfAborted();
        await recorder.store(({ runs }) => runs.saveStepAnswers(lease, answers));
      },
    },
  };
}
