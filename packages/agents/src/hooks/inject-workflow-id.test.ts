import { bindTools, createToolExecutionContext, defineTool } from '@shipmate/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { injectWorkflowId } from './inject-workflow-id.ts';

const shown = '550e8400-e29b-41d4-a716-446655440000';
const other = '11111111-1111-1111-1111-111111111111';

function injected({ name, input }: { name: string; input: unknown }, context: Parameters<typeof injectWorkflowId>[0]) {
  const definition = defineTool({
    name,
    description: 'Tells nothing.',
    effect: 'read',
    input: z.object({}),
    output: z.null(),
    execute: async () => null,
  });
  const [tool] = bindTools([definition], {});
  if (!tool) throw new Error('One definition makes one tool.');
  return injectWorkflowId(context).beforeToolCall?.({
    turn: 0,
    call: { type: 'tool_call', id: 't1', name, input },
    tool,
    context: createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } }),
  });
}

const get = 'get_workflow_rule';

it.each([
  ['nothing', { name: get, input: {} }, { workflow_id: shown }],
  ['no arguments at all', { name: get, input: null }, { workflow_id: shown }],
  ['a name', { name: get, input: { workflow_id: 'Low Stock Alert' } }, { workflow_id: shown }],
  [
    'other arguments',
    { name: 'explain_workflow_node', input: { identifier: 'Check' } },
    { identifier: 'Check', workflow_id: shown },
  ],
  ['an empty id', { name: 'list_alerts_for_rule', input: { workflow_id: '' } }, { workflow_id: shown }],
])('injectWorkflowId injects the workflow of the context when the model passes %s', (_, call, expected) => {
  expect(injected(call, { workflow_id: shown })).toEqual({ input: expected });
});

it.each([
  ['a UUID of the model', { name: get, input: { workflow_id: other } }, { workflow_id: shown }],
  ['a tool that is about no single workflow', { name: 'list_workflow_rules', input: {} }, { workflow_id: shown }],
  ['a tool that takes another id', { name: 'update_workflow', input: {} }, { workflow_id: shown }],
  ['a context without a workflow', { name: get, input: {} }, { rule_name: 'Low Stock Alert' }],
  ['a context whose id is no UUID', { name: get, input: {} }, { workflow_id: 'Low Stock Alert' }],
  ['no context', { name: get, input: {} }, null],
])('injectWorkflowId leaves the call unchanged for %s', (_, call, context) => {
  expect(injected(call, context)).toBeUndefined();
});
