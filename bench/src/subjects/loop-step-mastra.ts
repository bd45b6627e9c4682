import { Agent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import { createTool } from '@mastra/core/tools';
import { createInstantLanguageModels } from '../instant-language-model.ts';
import { assertDone, createLoopTask } from '../loop-task.ts';
import type { TaskSize, Subject } from '../subject.ts';

export async function createSubject(size: TaskSize): Promise<Subject> {
  const task = createLoopTask(size);
  const tools = Object.fromEntries(
    task.tools.map(({ name, description, input, execute }) => [
      name,
      createTool({ id: name, description, inputSchema: input, execute }),
    ]),
  );
  const createModel = createInstantLanguageModels(task.answers);
  return {
    unitsPerRun: task.steps,
    async run() {
      // Mastra's type for a V4 model requires a streaming doGenerate.
      const model = createModel() as unknown as MastraModelConfig;
      const agent = new Agent({ id: 'weather', name: 'weather', instructions: 'Help.', model, tools });
      const { steps, text } = await agent.generate(task.prompt, { maxSteps: task.steps + 1 });
      assertDone(task, { steps: steps.length, text });
    },
  };
}
