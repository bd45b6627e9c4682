import type { Principal } from '@shipmate/core';
import { expect, it } from 'vitest';
import { hasScope, requireScope } from './require-scope.ts';
import type { Scope } from './scope.ts';

const ada = { userId: 'ada', organizationId: 'analytical' };

it.each<[Omit<Principal, 'userId' | 'organizationId'>, Scope, boolean]>([
  [{ via: 'session' }, 'delete_grants', true],
  [{ via: 'local' }, 'cluster:destructive', true],
  [{ via: 'extension_token' }, 'chart:write', true],
  [{ via: 'extension_token' }, 'accept_changes', false],
  [{ via: 'extension_token', isPerson: true }, 'accept_changes', false],
  [{ via: 'extension_token', scopes: ['accept_changes'] }, 'accept_changes', true],
  [{ via: 'extension_token', scopes: ['accept_changes'] }, 'chart:write', false],
  [{ via: 'tool_token' }, 'decide_approvals', false],
  [{ via: 'job' }, 'decide_approvals', false],
  [{ via: 'jwt' }, 'change_settings', false],
  [{ via: 'jwt', isPerson: true }, 'change_settings', true],
  [{ via: 'jwt', isPerson: true, scopes: ['read'] }, 'change_settings', true],
  [{ via: 'jwt', isPerson: true, scopes: ['read'] }, 'chart:write', false],
  [{ via: 'jwt', isPerson: true }, 'patterns:write', true],
  [{ via: 'jwt', scopes: ['openid', 'change_settings'] }, 'change_settings', true],
])('hasScope of %j for %s returns %s', (principal, scope, has) => {
  expect(hasScope({ ...ada, ...principal }, scope)).toBe(has);
});

it('requireScope names the missing scope and the existing ones', () => {
  const require = () => requireScope({ ...ada, via: 'extension_token' }, 'delete_grants', 'delete a grant');
  expect(require).toThrow(
    'Use a token with the scope "delete_grants" to delete a grant, or a signed-in browser. This token has the scopes read, chart:write, runs:write.',
  );
});

it.each<[scopes: string[], has: string]>([
  [[], 'This token has no scopes.'],
  [['read'], 'This token has the scopes read.'],
])('requireScope describes a token with the scopes %j', (scopes, has) => {
  const principal = { ...ada, via: 'extension_token', scopes } as const;
  expect(() => requireScope(principal, 'delete_grants', 'delete a grant')).toThrow(
    expect.objectContaining({ message: expect.stringContaining(has), details: { scope: 'delete_grants' } }),
  );
});

it('requireScope returns when the credential has the scope', () => {
  expect(() => requireScope({ ...ada, via: 'session' }, 'delete_grants', 'delete a grant')).not.toThrow();
});
