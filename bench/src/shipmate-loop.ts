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

/** Number of cities over all runs, so that short and long loops have equally warm caches and only the number of steps differs. */
const cities = 400;

/** Runs the loop task with Shipmate, on models created from its answers. */
export function createShipmateLoop(
  size: TaskSize,
  createModels: (answers: readonly InstantAnswer[]) => () => ChatModel,
): Subject {
  const task = createLoopTask(size);
  const tools = bindTools(
    task.tools.map((tool) => defineTool({ ...tool, effect: 'read' })),
    {},
  );
  const models = Array.from({ length: Math.ceil(cities / size.steps) }, (_, index) =>
    createModels(createLoopTask(size, index * size.steps).answers),
  );
  let runs = 0;
  const context = createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } });
  return {
    unitsPerRun: task.steps,
    async run() {
      const createModel = models[runs++ % models.length];
      if (createModel === undefined) throw new Error('There is no model.');
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
