import { z } from 'zod';
import { configText, defineActionType, outcomePorts } from './action-type.ts';

/** Gives a task to an agent. */
export const runAgent = defineActionType({
  type: 'run_agent',
  category: 'integration',
  description: 'Give an agent a task under the scopes of the rule owner, and wait for its answer.',
  config: z.strictObject({
    context_type: configText(50),
    prompt: configText(10_000),
    workspace_id: configText(200).optional(),
  }),
  ports: outcomePorts,
  isLong: true,
});
