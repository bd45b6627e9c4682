import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { bindTools } from './bind-tools.ts';
import type { BoundTool } from './bound-tool.ts';
import { defineTool } from './define-tool.ts';
import { remoteTool, type RemoteToolCall } from './remote-tool.ts';
import { toAITool } from './to-ai-tool.ts';
import { createToolExecutionContext } from './tool-execution-context.ts';
import { createToolError, type ToolResult } from './tool-result.ts';

const definition = defineTool({
  name: 'greet',
  description: 'Greets.',
  category: 'manners',
  effect: 'read',
  input: z.object({ name: z.string() }),
  output: z.object({ text: z.string() }),
  timeoutMs: 5,
  toModel: ({ text }) => text,
  execute: async ({ name }) => ({ text: `Ahoy ${name}` }),
});
const context = createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } });
const answering = (result: ToolResult) => remoteTool(definition, async () => result);

it('remoteTool has the metadata of its definition', () => {
  const ofData = (tool: BoundTool | undefined): object =>
    Object.fromEntries(Object.entries(tool ?? {}).filter(([, value]) => typeof value !== 'function'));
  expect(ofData(answering({ success: true }))).toEqual(ofData(bindTools([definition], {})[0]));
  expect(answering({ success: true })).toMatchObject({ name: 'greet', category: 'manners', timeoutMs: 5 });
});

it('createToolError creates a failure that cannot be recovered from unless it says otherwise', () => {
  expect(createToolError('CONFLICT', 'Taken.')).toEqual({
    success: false,
    error: 'Taken.',
    metadata: { code: 'CONFLICT', recoverable: false },
  });
});

it('remoteTool sends the checked input and the context and returns the checked output', async () => {
  const call = vi.fn<RemoteToolCall>(async () => ({ success: true, data: { text: 'Ahoy Ada', extra: 1 } }));
  const tool = remoteTool(definition, call);
  const output = await tool.execute(tool.parse({ name: 'Ada' }), context);
  expect(output).toEqual({ text: 'Ahoy Ada' });
  expect(tool.toModel(output)).toBe('Ahoy Ada');
  expect(call).toHaveBeenCalledWith('greet', { name: 'Ada' }, context);
});

it('remoteTool returns the output of a result that reports a failure', async () => {
  const failed = { ...createToolError('EXTERNAL_API_ERROR', 'Exit code 1.'), data: { text: 'Exit code 1.' } };
  expect(await answering(failed).execute({ name: 'Ada' }, context)).toEqual({ text: 'Exit code 1.' });
});

it.each<[string, ToolResult, object]>([
  [
    'a failure',
    createToolError('CONFLICT', 'Taken.', false),
    { code: 'CONFLICT', message: 'Taken.', recoverable: false },
  ],
  [
    'a failure without a code',
    { success: false, error: 'Odd.' },
    { code: 'EXTERNAL_API_ERROR', message: 'Odd.', recoverable: true },
  ],
  ['a failure without words', { success: false }, { message: 'Tool "greet" failed and gave no reason.' }],
  ['output of another shape', { success: true, data: { text: 1 } }, { code: 'INTERNAL_ERROR' }],
])('remoteTool throws on %s', async (_, result, error) => {
  await expect(answering(result).execute({ name: 'Ada' }, context)).rejects.toMatchObject(error);
});

it('toAITool describes a remote tool by name, description and input schema only', () => {
  const tool = answering({ success: true });
  expect(toAITool(tool)).toEqual({ name: 'greet', description: 'Greets.', inputSchema: tool.inputSchema });
});
