import { defineTool, type ToolContext } from '@shipmate/core';
import { planActionKinds } from '@shipmate/domain/plan';
import type { PlanNotes } from '@shipmate/domain/tool-storage';
import { proposePlan as storePlan } from '@shipmate/domain/use-cases';
import { z } from 'zod';
import { runIdOf } from '../context/run-id-of.ts';
import { requirePersonaMayChange } from './persona-rule.ts';
import { workspacePathSchema } from './workspace-path-schema.ts';

const actionSchema = z.object({
  path: workspacePathSchema.describe('Path of the file; for rename, the path that it has now.'),
  action: z.enum(planActionKinds),
  newPath: workspacePathSchema.optional().describe('For rename: where the file is to be.'),
  why: z.string().trim().min(1).max(500).describe('What is done in this file, and what for, in one sentence.'),
});

export const proposePlan = defineTool({
  name: 'proposePlan',
  description:
    'Shows the person a plan for a broad request, before anything is changed: the action for each file, and why. Use it when ' +
    'several files or a new feature are requested; edit directly when the change is small. Read the chart first, so that the paths ' +
    'are right: create names a file that does not exist, every other action one that exists. A newer plan replaces the previous ' +
    'one. After it, answer in a sentence or two and stop: the person proceeds, ignores it or asks for another plan.',
  category: 'plan',
  writesTo: 'chart',
  effect: 'write',
  input: () =>
    z.object({
      summary: z.string().trim().min(1).max(2_000).describe('What the plan achieves, in one or two sentences.'),
      actions: z.array(actionSchema).min(1).max(50),
    }),
  output: () => z.object({ planId: z.string(), status: z.literal('proposed'), message: z.string() }),
  async execute({ summary, actions }, context: ToolContext<{ planNotes: PlanNotes }>) {
    const { principal, ports } = context;
    const runId = runIdOf(context);
    const { id: planId } = await ports.planNotes.propose(async (stores) => {
      const planned = actions.map((action) => ({ ...action, newPath: action.newPath ?? null }));
      const paths = planned.flatMap(({ path, newPath }) => [path, newPath ?? []].flat());
      await requirePersonaMayChange(paths, stores, context);
      return storePlan(stores, principal, { runId, summary, actions: planned });
    });
    return {
      planId,
      status: 'proposed' as const,
      message:
        'The person sees the plan. Change nothing now: say briefly what it is about, and wait for their decision.',
    };
  },
});
