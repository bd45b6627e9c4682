import { z } from 'zod';
import { contextTypes } from '../../conversation/conversation.ts';
import { configText, defineActionType, outcomePorts } from './action-type.ts';

/** Gives a task to an agent. */
export const runAgent = defineActionType({
  type: 'run_agent',
  category: 'integration',
  description:
    'Give an agent a task in a new conversation, under the rights of the rule owner, who approves its calls. Waits for the answer.',
  config: z.strictObject({
    context_type: z.enum(contextTypes),
    prompt: configText(10_000),
    workspace_id: configText(200).optional(),
    timeout_minutes: z.number().int().min(1).max(1_440).default(60),
  }),
  ports: outcomePorts,
  isLong: true,
});
