import { expect, it } from 'vitest';
import { guessWorkKind } from './guess-work-kind.ts';

it.each([
  ['Add redis as a dependency and set 3 replicas', 'chart'],
  ['Add an Ingress for example.com', 'chart'],
  ['Explain what this chart deploys', 'chart'],
  ['Fix the values of the chart', 'chart'],
  ['make it smaller', 'chart'],
  ['Why does checkout crash?', 'cluster_question'],
  ['Which pods use the most memory?', 'cluster_question'],
  ['checkout is down', 'cluster_question'],
  ['Fix the crash of checkout', 'fix'],
  ['Repair the payment deployment', 'fix'],
] as const)('guessWorkKind reads "%s" as %s', (text, kind) => {
  expect(guessWorkKind(text, { hasCluster: true })).toBe(kind);
});

it('guessWorkKind returns a chart without a cluster', () => {
  expect(guessWorkKind('Why does checkout crash?', { hasCluster: false })).toBe('chart');
});

it.each([
  ['Fix the failing test', 'repository'],
  ['Refactor the parser in the code', 'repository'],
  ['Add a test for the values of the chart', 'chart'],
  ['Fix the crash of checkout', 'chart'],
] as const)('guessWorkKind with a repository and no cluster reads "%s" as %s', (text, kind) => {
  expect(guessWorkKind(text, { hasCluster: false, hasRepositories: true })).toBe(kind);
});
