import { bindTools, defineTool } from '@shipmate/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { inContext } from './in-context.ts';

const look = defineTool({
  name: 'look',
  description: 'Looks.',
  effect: 'read',
  input: z.object({ name: z.string().max(9), context: z.string().max(9).optional() }),
  output: z.object({}),
  execute: async () => ({}),
});
const wait = defineTool({ ...look, name: 'wait', input: z.object({ name: z.string() }) });
const tools = bindTools([look, wait], {});

it.each([
  { which: 'set', context: 'staging', input: { name: 'web' }, made: { name: 'web', context: 'staging' } },
  {
    which: 'set, overriding the model',
    context: 'staging',
    input: { name: 'web', context: 'prod' },
    made: { name: 'web', context: 'staging' },
  },
  {
    which: 'the current one when none is set',
    context: undefined,
    input: { name: 'web', context: 'prod' },
    made: { name: 'web' },
  },
])('inContext makes calls in one context: $which', ({ context, input, made }) => {
  const [looking, waiting] = inContext(tools, context);
  expect(looking?.parse(input)).toEqual(made);
  expect(waiting).toBe(tools[1]);
});

it('inContext hides the context from the model and keeps the validation of the tool', () => {
  const [looking] = inContext(tools, 'staging');
  expect(looking?.inputSchema.properties).toEqual({ name: { type: 'string', maxLength: 9 } });
  expect(looking?.modelSchema?.properties).toEqual({ name: { type: 'string' } });
  expect(() => looking?.parse('web')).toThrow('Invalid input for look');
});
