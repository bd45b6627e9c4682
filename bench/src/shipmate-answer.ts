import { recordLoop } from '../../packages/agents/src/kinds/answer/record-loop.ts';
import { createRunActivity } from '../../packages/agents/src/run/execute/run-activity.ts';
import { createToolExecutionContext, runToolLoop, userMessage } from '../../packages/core/src/index.ts';
import { createUiMessageEncoder } from '../../packages/protocol/src/stream/index.ts';
import { createMappedChatModels } from './mapped-chat-model.ts';
import { deltas } from './stream-task.ts';

const createModel = createMappedChatModels([{ deltas }]);
const createPacedModel = createMappedChatModels([{ deltas }], { apart: true });
const context = createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } });

/** Runs an answer of {@link deltas} with Shipmate and writes each event at once, as web does without the event log. */
export async function writeAnswer(write: (text: string) => void, model = createModel()): Promise<void> {
  const encoder = createUiMessageEncoder({ messageId: 'message', costOf: () => undefined });
  write(encoder.encode({ type: 'run_started', model: model.id }));
  const recording = recordLoop({
    recorder: {
      record: (event) => write(encoder.encode(event)),
      recordProgress: (_progress, event) => void (event && write(encoder.encode(event))),
      store: async (_write, event) => event && write(encoder.encode(event)),
      storeProgress: async (_progress, event) => event && write(encoder.encode(event)),
      close: async () => undefined,
    },
    work: {
      activity: createRunActivity(),
      lease: { runId: 'run', owner: 'bench' },
      aborting: new AbortController().signal,
      assertHeld: () => undefined,
    },
    progress: { loggedCalls: new Set() },
  });
  const { stopReason, usage } = await runToolLoop(model, {
    ...recording,
    messages: [userMessage('Tell me.')],
    tools: [],
    context,
  });
  write(encoder.encode({ type: 'run_ended', status: 'completed', stopReason, usage }));
}

/** Writes the same answer with each delta in a separate turn of the event loop, as from a network. */
export async function writePacedAnswer(write: (text: string) => void): Promise<void> {
  await writeAnswer(write, createPacedModel());
}
