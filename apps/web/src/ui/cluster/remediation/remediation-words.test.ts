import { expect, test } from 'vitest';
import { describeApproval, describePurpose, describeSource, describeWatch, isUnderWay } from './remediation-words.ts';

test.each([
  [1, 1, 'Approve the action'],
  [3, 3, 'Approve all 3 actions'],
  [2, 3, 'Approve 2 of 3 actions'],
  [0, 3, 'Approve 0 of 3 actions'],
])('describeApproval with %i of %i chosen returns %s', (chosen, all, words) => {
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
] as const)('isUnderWay for %s returns %s', (status, goesOn) => {
  expect(isUnderWay({ status })).toBe(goesOn);
});

test('describeSource names the owner of an object with its place', () => {
  expect(describeSource({ by: 'argocd', name: 'shop', namespace: 'argocd' })).toMatch(/^Argo CD .* from argocd\/shop /);
  expect(describeSource({ by: 'helm', name: 'shop', namespace: null })).toMatch(/^Helm .* from shop /);
});

test('describePurpose joins the purposes of an action and returns undefined without one', () => {
  expect(describePurpose(['scale', 'selector'])).toBe('Changes on purpose: how much runs, a selector.');
  expect(describePurpose([])).toBeUndefined();
});

test('describeWatch names the awaited condition and the deadline of the outcome', () => {
  const until = new Date(2026, 0, 1, 12, 5).toISOString();
  const words = describeWatch({ waitingFor: 'Nothing is wrong.', until, nextCheckAt: until });
  expect(words).toBe('Nothing is wrong. Outcome by 12:05.');
});
