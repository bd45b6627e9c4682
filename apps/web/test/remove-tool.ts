import { bindTools, defineTool, type ToolEffect } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { z } from 'zod';

/** Creates a tool of an agent, by default the chart agent, and the list of its removals. */
export function createRemoveTool({
  effect = 'destructive',
  category = 'chart',
}: {
  readonly effect?: ToolEffect;
  readonly category?: string;
} = {}) {
  const removed: string[] = [];
  const remove = defineTool({
    name: 'remove',
    description: 'Removes a thing.',
    category,
    effect,
    input: z.object({ name: z.string() }),
    output: z.object({ removed: z.string() }),
    execute: async ({ name }) => {
      removed.push(name);
      return { removed: name };
    },
  });
  return { removed, extraTools: bindTools([remove], {}) };
}

const afterAnswers = (count: number, step: ScriptedStep): ScriptedStep => ({
  ...step,
  times: Infinity,
  when: ({ messages }) => messages.filter(({ role }) => role === 'tool').length === count,
});

/** Creates a model with the usual name that removes `web` for any question. */
export function createRemovingModel(): ScriptedModel {
  const steps = [
    afterAnswers(0, { text: 'I remove it.', toolCalls: [{ name: 'remove', input: { name: 'web' } }] }),
    afterAnswers(1, { text: 'Done.' }),
  ];
  return new ScriptedModel(steps, 'demo:shipmate-demo');
}
