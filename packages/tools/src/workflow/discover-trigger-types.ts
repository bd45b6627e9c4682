import { defineTool } from '@shipmate/core';
import { triggerTypes } from '@shipmate/domain/workflow';
import { z } from 'zod';

export const discoverTriggerTypes = defineTool({
  name: 'discover_trigger_types',
  description: 'Lists the triggers of rules.',
  effect: 'read',
  input: () => z.object({}),
  output: () =>
    z.object({
      trigger_types: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
    }),
  execute: async () => ({
    trigger_types: triggerTypes.map(({ id, name, description }) => ({ id, name, description })),
  }),
});
