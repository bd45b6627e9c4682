import { isStepCount, streamText } from 'ai';
import { toWrappedTools } from '../ai-sdk-tools.ts';
import { createInstantLanguageModels } from '../instant-language-model.ts';
import { assertDone, createLoopTask } from '../loop-task.ts';
import type { TaskSize, Subject } from '../subject.ts';

export async function createSubject(size: TaskSize): Promise<Subject> {
  const task = createLoopTask(size);
  const tools = toWrappedTools(task);
  const createModel = createInstantLanguageModels(task.answers);
  return {
    unitsPerRun: task.steps,
    async run() {
      const result = streamText({
        model: createModel(),
        prompt: task.prompt,
        tools,
        stopWhen: isStepCount(task.steps + 1),
      });
      await result.consumeStream();
      assertDone(task, { steps: (await result.steps).length, text: await result.text });
    },
  };
}
