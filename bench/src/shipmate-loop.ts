import {
  bindTools,
  createToolExecutionContext,
  defineTool,
  runToolLoop,
  userMessage,
  type ChatModel,
} from '../../packages/core/src/index.ts';
import { loopTask } from './loop-task.ts';
import type { Subject } from './subject.ts';

const weather = defineTool({ ...loopTask.tool, effect: 'read' });

/** The loop task as Shipmate does it, on the models that `createModel` makes. */
export function createShipmateLoop(createModel: () => ChatModel): Subject {
  const tools = bindTools([weather], {});
  const context = createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } });
  return {
    unitsPerRun: loopTask.steps,
    async run() {
      const { iterations, finalMessage } = await runToolLoop(createModel(), {
        messages: [userMessage(loopTask.prompt)],
        tools,
        context,
        maxIterations: loopTask.steps,
      });
      if (iterations !== loopTask.steps || finalMessage === '') throw new Error('The loop did not do its task.');
    },
  };
}
