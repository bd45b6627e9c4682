import { AppError } from '@shipmate/core';
import { expect, it } from 'vitest';
import { coversScope, defaultScopes, listScopes, parseScopes, type Scope } from './scope.ts';

it('parseScopes returns each scope once, in the order of the list', () => {
  expect(parseScopes(['decide_approvals', 'cluster:write', 'read', 'read'])).toEqual([
    'read',
    'cluster:write',
    'decide_approvals',
  ]);
  expect(parseScopes(listScopes())).toEqual(listScopes());
  expect(parseScopes(['billing:write'], ['billing'])).toEqual(['billing:write']);
});

it.each([
  [[]],
  [['write']],
  [['clusters:write']],
  [['cluster:admin']],
  [['organization:write']],
  [['billing:write']],
  [['']],
])('parseScopes refuses %j and names the known scopes', (texts) => {
  const parse = () => parseScopes(texts);
  expect(parse).toThrow(AppError);
  expect(parse).toThrow(/Known scopes: read, .*cluster:write.*, decide_approvals/);
});

it.each<[readonly string[], Scope, boolean]>([
  [['read'], 'cluster:read', true],
  [['read'], 'cluster:write', false],
  [['cluster:read'], 'cluster:read', true],
  [['cluster:read'], 'chart:read', false],
  [['cluster:destructive'], 'cluster:write', false],
  [['cluster:write'], 'cluster:read', false],
  [['read', 'runs:write'], 'decide_approvals', false],
  [['decide_approvals'], 'decide_approvals', true],
  [[], 'read', false],
])('coversScope of %j for %s returns %s', (scopes, scope, covered) => {
  expect(coversScope(scopes, scope)).toBe(covered);
});

it('defaultScopes cover no change outside the installation and no personal scope', () => {
  const covered = listScopes().filter((scope) => coversScope(defaultScopes, scope) && !scope.endsWith('read'));
  expect(covered).toEqual(['chart:write', 'runs:write']);
});

it.each([
  [[], 'Name at least one scope. Known scopes: read, '],
  [['read', 'billing:write'], 'Scope "billing:write" not found. Known scopes: read, '],
])('parseScopes tells what is wrong with %j', (texts, message) => {
  expect(() => parseScopes(texts)).toThrow(message);
});
