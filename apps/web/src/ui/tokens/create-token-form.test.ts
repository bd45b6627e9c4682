import { listScopes } from '@shipmate/domain/access';
import { expect, it } from 'vitest';
import { describeScope } from './create-token-form.tsx';

it('describeScope describes every scope when no tools are added', () => {
  const words = listScopes().map(describeScope);
  expect(words.filter((text) => /^[a-z]/.test(text) || text.includes('_'))).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});

it.each([
  ['cluster:write', 'Clusters: write'],
  ['decide_approvals', 'Approve calls, plans and proposals'],
  ['billing:read', 'billing: read'],
])('describeScope describes %s as %s', (scope, words) => {
  expect(describeScope(scope)).toBe(words);
});
