import { z } from 'zod';

/** Number of turns with one call of a read each. */
export const readTurns = 9;
/** Number of runs that a process executes concurrently. */
export const concurrency = 4;

/** The question of each run. */
export const question = 'How is the weather in the capitals?';

/** The deltas of the answer that follows the reads. */
export const deltas: readonly string[] = Array.from({ length: 100 }, (_, index) => `word ${index} `);
const answer = deltas.join('');

/** The tool of the reads, without the types of any library. */
export const weather = {
  name: 'get_weather',
  description: 'Returns the weather of a city.',
  input: z.object({ city: z.string(), unit: z.enum(['celsius', 'fahrenheit']).optional() }),
  output: z.object({ city: z.string(), temperature: z.number(), summary: z.string() }),
  execute: async ({ city }: { readonly city: string }) => ({
    city,
    temperature: 21,
    summary: 'Mild and mostly dry, with a light wind from the west. '.repeat(3),
  }),
};

/** Returns the model's call of a turn, from 0. */
export function callOf(turn: number) {
  return { id: `call_${turn}`, name: weather.name, input: { city: `City ${turn}`, unit: 'celsius' as const } };
}

/** Throws for an incomplete run, which would be measured as a fast one. */
export function assertAnswered(text: string): void {
  if (text !== answer) throw new Error(`The run did not end with the answer but with "${text.slice(0, 100)}".`);
}
