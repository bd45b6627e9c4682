import { z } from 'zod';
import type { InstantAnswer } from './instant-language-model.ts';
import type { TaskSize } from './subject.ts';

/** The task of all tool loops: one tool call in each step but the last, which answers in text. No two calls are the same. */
export interface LoopTask {
  readonly steps: number;
  readonly prompt: string;
  readonly tools: readonly (typeof weather & { readonly name: string })[];
  readonly answers: readonly InstantAnswer[];
}

const weather = {
  description: 'Tells the weather of a city.',
  input: z.object({ city: z.string(), unit: z.enum(['celsius', 'fahrenheit']).optional() }),
  output: z.object({ city: z.string(), temperature: z.number(), summary: z.string() }),
  execute: async ({ city }: { city: string }) => ({
    city,
    temperature: 21,
    summary: 'Mild and mostly dry, with a light wind from the west. '.repeat(3),
  }),
};

export function createLoopTask({ steps, tools }: TaskSize, firstCity = 0): LoopTask {
  const calls = Array.from({ length: steps - 1 }, (_, step) => ({
    toolCall: { toolName: 'get_weather', input: { city: `City ${firstCity + step}`, unit: 'celsius' } },
  }));
  return {
    steps,
    tools: Array.from({ length: tools }, (_, index) => ({
      ...weather,
      name: index === 0 ? 'get_weather' : `get_weather_${index}`,
    })),
    prompt: 'How is the weather in the capitals?',
    answers: [...calls, { deltas: ['Mild everywhere.'] }],
  };
}

/** Throws for an incomplete run, which would be measured as a fast one. */
export function assertDone({ steps }: LoopTask, done: { readonly steps: number; readonly text: string }): void {
  if (done.steps !== steps || done.text !== 'Mild everywhere.') {
    throw new Error(`The loop did not do its task: ${done.steps} of ${steps} steps, "${done.text}".`);
  }
}
