import { expect, it } from 'vitest';
import { agentChatEventSchemas, agentChatRequestSchema } from '../src/agent-chat/index.ts';

// A failing pin means that the wire protocol changes: update it together with a changeset.

it('the Agent Chat Protocol pins the fields of a request', () => {
  expect(Object.keys(agentChatRequestSchema.shape)).toEqual([
    'message',
    'context_type',
    'context',
    'conversation_id',
    'model',
    'persona',
    'detach',
    'extensions',
  ]);
});

it('the Agent Chat Protocol pins the events and their fields', () => {
  const fields = Object.entries(agentChatEventSchemas).map(([name, { shape }]) => [name, ...Object.keys(shape)]);
  expect(fields).toEqual([
    ['message_start', 'turn'],
    ['content_chunk', 'chunk'],
    ['tool_call_start', 'tool_use_id', 'name'],
    ['tool_call_result', 'tool_use_id', 'name', 'is_error'],
    ['workflow_preview', 'description', 'workflow', 'is_update', 'workflow_id', 'preview_id'],
    ['error', 'message'],
    ['message_complete'],
    ['run', 'run_id', 'conversation_id', 'model'],
    ['approval_required', 'tool_use_id', 'name', 'approval_id'],
    ['diagram_created', 'diagram_id', 'name', 'diagram_type', 'repository_id'],
    ['canvas_actions', 'diagram_id', 'actions'],
    ['canvas_suggestions', 'referenced_nodes', 'actions'],
    [
      'usage',
      'input_tokens',
      'output_tokens',
      'cache_read_tokens',
      'cache_write_tokens',
      'reasoning_tokens',
      'estimated',
    ],
  ]);
});
