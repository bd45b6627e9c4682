import { bindTools, createToolExecutionContext, defineTool } from '@shipmate/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { injectRepository } from './inject-repository.ts';

const page = { owner: 'acme', repo: 'shop' };

function injected(name: string, input: unknown, context: Parameters<typeof injectRepository>[0] = page) {
  const definition = defineTool({
    name,
    description: 'Draws nothing.',
    effect: 'read',
    input: z.object({}),
    output: z.null(),
    execute: async () => null,
  });
  const [tool] = bindTools([definition], {});
  if (!tool) throw new Error('One definition makes one tool.');
  return injectRepository(context).beforeToolCall?.({
    turn: 0,
    call: { type: 'tool_call', id: 't1', name, input },
    tool,
    context: createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } }),
  });
}

it.each([
  ['openFileRange', { path: 'a.ts' }, { path: 'a.ts', repo: 'acme/shop' }],
  ['openFileRange', null, { repo: 'acme/shop' }],
  ['searchCodebase', { query: 'cart' }, { query: 'cart', filters: { repo: 'acme/shop' } }],
  [
    'searchCodebase',
    { query: 'cart', filters: { paths: ['src'], repo: '' } },
    { query: 'cart', filters: { paths: ['src'], repo: 'acme/shop' } },
  ],
  ['queryFileTree', { query: 'lang:ts' }, { query: 'lang:ts', ...page }],
  ['createDiagram', { name: 'A' }, { name: 'A', ...page }],
])('injectRepository adds the repository of the page when %s gets %j', (name, input, expected) => {
  expect(injected(name, input)).toEqual({ input: expected });
});

it.each([
  { given: 'a named repository', name: 'openFileRange', input: { repo: 'acme/other' }, context: page },
  {
    given: 'a named repository of a search',
    name: 'searchCodebase',
    input: { filters: { repo: 'a/b' } },
    context: page,
  },
  { given: 'a named repository of a diagram', name: 'createDiagram', input: { owner: 'a', repo: 'b' }, context: page },
  { given: 'a tool that names a diagram', name: 'navigateCanvas', input: { actions: [] }, context: page },
  { given: 'a page without a repository', name: 'openFileRange', input: {}, context: { activeDiagramId: 'd' } },
  { given: 'no page', name: 'openFileRange', input: {}, context: null },
])('injectRepository leaves the call unchanged for $given', ({ name, input, context }) => {
  expect(injected(name, input, context)).toBeUndefined();
});
