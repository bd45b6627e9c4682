import { expect, it } from 'vitest';
import { z } from 'zod';
import { bindTool, bindTools } from './bind-tools.ts';
import { previewCall } from './call-tool.ts';
import { type AnyToolDefinition, defineTool } from './define-tool.ts';
import { createToolExecutionContext, type ToolContext } from './tool-execution-context.ts';

const context = createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } });
const plain = {
  name: 'scale',
  description: 'Scales.',
  input: z.object({ to: z.number() }),
  output: z.object({ at: z.number() }),
};
const define = (extra: object): AnyToolDefinition =>
  defineTool({ ...plain, effect: 'read', execute: async ({ to }) => ({ at: to }), ...extra });
const bind = (extra: object) => bindTool(define(extra), async () => ({ at: 1 }));

it('bindTool keeps what a definition says about its calls', () => {
  const said = {
    category: 'cluster',
    writesTo: 'chart',
    openWorld: true,
    idempotent: true,
    needsWorkspace: true,
    route: '/scale',
    timeoutMs: 7,
    exclusive: true,
    maxResultChars: 500,
  };
  expect(bind({ ...said, effect: 'write' })).toMatchObject(said);
});

it.each([
  ['read', { mayRead: true, worstEffect: 'read', idempotent: true }],
  ['write', { mayRead: false, worstEffect: 'write', idempotent: false }],
  ['destructive', { mayRead: false, worstEffect: 'destructive', idempotent: false }],
  [() => 'read', { mayRead: true, worstEffect: 'write', idempotent: false }],
])('bindTool derives the rest from the effect %s', (effect, derived) => {
  const tool = bind({ effect });
  expect(tool).toMatchObject({ ...derived, category: 'general', openWorld: false });
  const optional = ['writesTo', 'needsWorkspace', 'route', 'timeoutMs', 'exclusive', 'maxResultChars', 'preview'];
  expect(optional.filter((field) => field in tool)).toEqual([]);
  expect(tool.isFailure?.({ at: 1 })).toBe(false);
  expect(tool.clientEvents({ at: 1 })).toEqual([]);
  expect(tool.toModel({ at: 1 })).toBe('{"at":1}');
});

it('bindTools binds a preview to the ports, and previewCall returns its text or nothing', async () => {
  const preview = async ({ to }: { to: number }, { ports }: ToolContext<{ unit: string }>) => `${to} ${ports.unit}`;
  const definitions = [define({ preview }), define({ name: 'get' })];
  const [scale, get] = bindTools(definitions, { unit: 'pods' } as never);
  if (!scale || !get) throw new Error('bindTools bound no tools.');
  await expect(previewCall(scale, { to: 3 }, context)).resolves.toBe('3 pods');
  await expect(previewCall(get, { to: 3 }, context)).resolves.toBeUndefined();
});
