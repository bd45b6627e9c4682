import {
  bindTools,
  createToolExecutionContext,
  defineTool,
  runToolLoop,
  userMessage,
  type ChatModel,
} from '../../packages/core/src/index.ts';
import type { InstantAnswer } from './instant-language-model.ts';
import { assertDone, createLoopTask } from './loop-task.ts';
import type { TaskSize, Subject } from './subject.ts';

/** The loop task as Shipmate does it, on the models that are made of its answers. */
export function createShipmateLoop(
  size: TaskSize,
  createModels: (answers: readonly InstantAnswer[]) => () => ChatModel,
): Subject {
  const task = createLoopTask(size);
  const tools = bindTools(
    task.tools.map((tool) => defineTool({ ...tool, effect: 'read' })),
    {},
  );
  const createModel = createModels(task.answers);
  const context = createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } });
  return {
    unitsPerRun: task.steps,
    async run() {
      const { iterations, finalMessage } = await runToolLoop(createModel(), {
        messages: [userMessage(task.prompt)],
        tools,
        context,
        maxIterations: task.steps + 1,
      });
      assertDone(task, { steps: iterations, text: finalMessage });
    },
  };
}
