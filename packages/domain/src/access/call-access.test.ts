import type { Principal, ToolEffect } from '@shipmate/core';
import { expect, it } from 'vitest';
import {
  accessToCall,
  isGrantable,
  isToolVisible,
  listRunScopes,
  toCallScope,
  type CallAccess,
} from './call-access.ts';

const reach = (category: string, writesTo?: string, openWorld = false) => ({
  category,
  openWorld,
  ...(writesTo !== undefined && { writesTo }),
});
const token = (scopes?: readonly string[]): Principal => ({
  userId: 'ada',
  organizationId: 'analytical',
  via: 'extension_token',
  ...(scopes && { scopes }),
});

it.each<[scopes: readonly string[] | undefined, tool: ReturnType<typeof reach>, ToolEffect, CallAccess]>([
  [undefined, reach('cluster'), 'read', 'allowed'],
  [undefined, reach('cluster'), 'write', 'ask'],
  [undefined, reach('cluster'), 'destructive', 'ask'],
  [undefined, reach('operations'), 'destructive', 'ask'],
  [undefined, reach('workflow'), 'write', 'ask'],
  [['workflow:write'], reach('workflow'), 'write', 'allowed'],
  [undefined, reach('flow', 'cluster'), 'write', 'ask'],
  [undefined, reach('flow', 'chart'), 'write', 'allowed'],
  [undefined, reach('chart'), 'write', 'allowed'],
  [undefined, reach('chart'), 'destructive', 'ask'],
  [undefined, reach('billing'), 'read', 'allowed'],
  [undefined, reach('billing'), 'write', 'outside'],
  [['cluster:write'], reach('cluster'), 'write', 'allowed'],
  [['cluster:write'], reach('flow', 'cluster'), 'write', 'allowed'],
  [['cluster:write'], reach('cluster'), 'read', 'outside'],
  [['cluster:write', 'read', 'runs:write'], reach('cluster'), 'destructive', 'ask'],
  [['read'], reach('cluster'), 'write', 'outside'],
  [['chart:read', 'runs:write'], reach('cluster'), 'write', 'outside'],
  [['decide_approvals', 'accept_changes'], reach('cluster'), 'destructive', 'outside'],
])('accessToCall returns for %j of %j that is %s: %s', (...[scopes, tool, effect, access]) => {
  expect(accessToCall(token(scopes), tool, effect)).toBe(access);
});

it.each<Principal['via']>(['session', 'local', 'jwt', 'job'])(
  'accessToCall asks about a cluster write via %s',
  (via) => {
    expect(accessToCall({ ...token(), via, isPerson: true }, reach('cluster'), 'write')).toBe('ask');
  },
);

it("isToolVisible returns true when the principal may make any of the tool's calls", () => {
  const editor = { ...reach('chart'), worstEffect: 'write', mayRead: true } as const;
  const scale = { ...reach('cluster'), worstEffect: 'write', mayRead: false } as const;
  const seen = (scopes?: readonly string[]) => [editor, scale].map((tool) => isToolVisible(token(scopes), tool));
  expect(seen()).toEqual([true, true]);
  expect(seen(['read'])).toEqual([true, false]);
  expect(seen(['cluster:write'])).toEqual([false, true]);
  expect(seen(['accept_changes'])).toEqual([false, false]);
  const reader = { ...reach('cluster'), worstEffect: 'read' } as const;
  expect(isToolVisible(token(['read']), reader)).toBe(true);
  expect(isToolVisible(token(['cluster:write']), reader)).toBe(false);
  const writer = { ...reach('cluster'), worstEffect: 'write' } as const;
  expect(isToolVisible(token(['read']), writer)).toBe(false);
  const some = { ...reach('cluster'), worstEffect: 'destructive', mayRead: true } as const;
  expect(isToolVisible(token(['cluster:write']), some)).toBe(true);
});

it.each<[ReturnType<typeof reach>, ToolEffect, boolean]>([
  [reach('chart'), 'write', true],
  [reach('chart'), 'read', false],
  [reach('chart'), 'destructive', false],
  [reach('chart', undefined, true), 'write', false],
  [reach('cluster'), 'write', false],
  [reach('cluster', 'chart'), 'write', false],
  [reach('flow', 'cluster'), 'write', false],
  [reach('operations'), 'write', false],
])('isGrantable returns for %j that is %s: %s', (tool, effect, grantable) => {
  expect(isGrantable(tool, effect)).toBe(grantable);
});

it('listRunScopes covers no change of a guarded family', () => {
  const scopes = listRunScopes(['chart', 'cluster', 'operations', 'workflow', 'billing', 'chart']);
  expect(scopes).toEqual(['read', 'runs:write', 'chart:write', 'billing:write']);
  expect(accessToCall(token(scopes), reach('cluster'), 'write')).toBe('ask');
  expect(toCallScope(reach('flow', 'cluster'), 'read')).toBe('flow:read');
});
