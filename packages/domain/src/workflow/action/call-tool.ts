import { jsonValueSchema } from '@shipmate/core';
import { z } from 'zod';
import { configText, defineActionType, outcomePorts } from './action-type.ts';

/** Calls a tool. */
export const callTool = defineActionType({
  type: 'call_tool',
  category: 'integration',
  description:
    'Call a registered tool or flow under the scopes of the rule owner. Destructive calls wait for approval.',
  config: z.strictObject({ tool: configText(64), input: z.record(z.string().max(200), jsonValueSchema).default({}) }),
  ports: outcomePorts,
});
