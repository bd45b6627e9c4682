import { generateText, isStepCount } from 'ai';
import { aiSdkTools } from '../ai-sdk-tools.ts';
import { createInstantLanguageModel } from '../instant-language-model.ts';
import { loopAnswers, loopTask } from '../loop-task.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  return {
    unitsPerRun: loopTask.steps,
    async run() {
      const { steps, text } = await generateText({
        model: createInstantLanguageModel(loopAnswers),
        prompt: loopTask.prompt,
        tools: aiSdkTools,
        stopWhen: isStepCount(loopTask.steps),
      });
      if (steps.length !== loopTask.steps || text === '') throw new Error('The loop did not do its task.');
    },
  };
}
