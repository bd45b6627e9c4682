import { z } from 'zod';
import type { InstantAnswer } from './instant-language-model.ts';

/** The task of both tool loops: one tool, called once in each step but the last, which is words. */
export const loopTask = {
  steps: 20,
  prompt: 'How is the weather in the capitals?',
  tool: {
    name: 'get_weather',
    description: 'Tells the weather of a city.',
    input: z.object({ city: z.string(), unit: z.enum(['celsius', 'fahrenheit']).optional() }),
    output: z.object({ city: z.string(), temperature: z.number(), summary: z.string() }),
    execute: async ({ city }: { city: string }) => ({
      city,
      temperature: 21,
      summary: 'Mild and mostly dry, with a light wind from the west. '.repeat(3),
    }),
  },
};

const callTool: InstantAnswer = {
  toolCall: { toolName: loopTask.tool.name, input: { city: 'Lisbon', unit: 'celsius' } },
};

/** What the model answers in the course of {@link loopTask}. */
export const loopAnswers: readonly InstantAnswer[] = [
  ...Array.from({ length: loopTask.steps - 1 }, () => callTool),
  { deltas: ['Mild everywhere.'] },
];
