import { expect, test } from 'vitest';
import { describeApproval, describeSource, isUnderWay } from './remediation-words.ts';

test.each([
  [1, 1, 'Approve the action'],
  [3, 3, 'Approve all 3 actions'],
  [2, 3, 'Approve 2 of 3 actions'],
  [0, 3, 'Approve 0 of 3 actions'],
])('%i of %i chosen: %s', (chosen, all, words) => {
  expect(describeApproval(chosen, all)).toBe(words);
});

test.each([
  ['investigating', true],
  ['awaiting_approval', true],
  ['executing', true],
  ['validating', true],
  ['resolved', false],
  ['unverified', false],
  ['proposed', false],
] as const)('%s goes on: %s', (status, goesOn) => {
  expect(isUnderWay({ status })).toBe(goesOn);
});

test('who makes an object is named with its place', () => {
  expect(describeSource({ by: 'argocd', name: 'shop', namespace: 'argocd' })).toMatch(/^Argo CD .* from argocd\/shop /);
  expect(describeSource({ by: 'helm', name: 'shop', namespace: null })).toMatch(/^Helm .* from shop /);
});
