import { generateText, isStepCount, type ToolSet } from 'ai';
import { createInstantLanguageModels } from './instant-language-model.ts';
import { assertDone, createLoopTask, type LoopTask } from './loop-task.ts';
import type { TaskSize, Subject } from './subject.ts';

/** Runs the loop task with `generateText`. */
export function createGenerateTextLoop(size: TaskSize, toTools: (task: LoopTask) => ToolSet): Subject {
  const task = createLoopTask(size);
  const tools = toTools(task);
  const createModel = createInstantLanguageModels(task.answers);
  return {
    unitsPerRun: task.steps,
    async run() {
      const { steps, text } = await generateText({
        model: createModel(),
        prompt: task.prompt,
        tools,
        stopWhen: isStepCount(task.steps + 1),
      });
      assertDone(task, { steps: steps.length, text });
    },
  };
}
