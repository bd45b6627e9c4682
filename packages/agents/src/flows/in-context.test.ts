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
  ['where it is set', 'staging', { name: 'web' }, { name: 'web', context: 'staging' }],
  ['whatever a model says', 'staging', { name: 'web', context: 'prod' }, { name: 'web', context: 'staging' }],
  ['the current one where none is set', undefined, { name: 'web', context: 'prod' }, { name: 'web' }],
])('makes calls in one context: %s', (_, context, input, made) => {
  const [looking, waiting] = inContext(tools, context);
  expect(looking?.parse(input)).toEqual(made);
  expect(waiting).toBe(tools[1]);
});

it('offers no model another, and leaves the checks as they are', () => {
  const [looking] = inContext(tools, 'staging');
  expect(looking?.inputSchema.properties).toEqual({ name: { type: 'string', maxLength: 9 } });
  expect(looking?.modelSchema?.properties).toEqual({ name: { type: 'string' } });
  expect(() => looking?.parse('web')).toThrow();
});
