import { expect, test } from 'vitest';
import { diagnose, toEvidence, toLines } from '../../../../test/support/diagnose.ts';

const budget = (selector: string, status = '{ expectedPods: 0, desiredHealthy: 0, disruptionsAllowed: 0 }') => `
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: web, namespace: shop }
spec: { minAvailable: 1, ${selector} }
status: ${status}`;

const pod = (labels: string) => `
---
{ apiVersion: v1, kind: Pod, metadata: { name: web, namespace: shop, labels: ${labels} }, spec: {}, status: { phase: Running } }`;

const idle = `
---
{ apiVersion: apps/v1, kind: Deployment, metadata: { name: web, namespace: shop }, spec: { replicas: 0, template: { metadata: { labels: { app: web } } } } }`;

test.each<[name: string, yaml: string]>([
  ['no pod has its labels', budget('selector: { matchLabels: { app: web } }') + pod('{ app: wep }')],
  ['it has no selector', budget('minAvailable: 1') + pod('{ app: web }')],
  ['the namespace has no pods', budget('selector: { matchLabels: { app: web } }')],
])('findDisruptionBudgetProblems reports a budget that protects nothing when %s', (_name, yaml) => {
  const found = diagnose(yaml);
  expect(toLines(found)).toEqual(['warning BudgetSelectsNothing PodDisruptionBudget/web']);
  expect(toEvidence(found)).toContain('spec.selector: ');
});

test('findDisruptionBudgetProblems shows the labels that are nearest to the selector', () => {
  const found = diagnose(
    budget('selector: { matchLabels: { app: web } }') + pod('{ app: web-v2 }') + pod('{ app: db }'),
  );
  expect(toEvidence(found)).toContain('pod/web metadata.labels: app=web-v2');
  expect(found[0]?.next).toContain('the labels of pod/web,');
});

// Reason SyncFailed: kubernetes, pkg/controller/disruption/disruption.go, failSafe.
test('findDisruptionBudgetProblems reports a budget whose pods have no controller', () => {
  const status =
    '{ expectedPods: 0, disruptionsAllowed: 0, conditions: [{ type: DisruptionAllowed, status: "False", reason: SyncFailed, message: found no controllers for pod "web" }] }';
  const found = diagnose(budget('selector: { matchLabels: { app: web } }', status) + pod('{ app: web }'));
  expect(toLines(found)).toEqual(['warning SyncFailed PodDisruptionBudget/web']);
  expect(toEvidence(found)).toContain('found no controllers for pod');
});

test.each([
  [
    'a budget with pods',
    budget('selector: { matchLabels: { app: web } }', '{ expectedPods: 1, desiredHealthy: 0, disruptionsAllowed: 1 }') +
      pod('{ app: web }'),
  ],
  [
    'a budget of all pods',
    budget('selector: {}', '{ expectedPods: 1, desiredHealthy: 0, disruptionsAllowed: 1 }') + pod('{ app: web }'),
  ],
  ['a budget of a workload that is scaled to zero', budget('selector: { matchLabels: { app: web } }') + idle],
])('findDisruptionBudgetProblems finds nothing for %s', (_name, yaml) => {
  expect(toLines(diagnose(yaml))).toEqual([]);
});

test('findDisruptionBudgetProblems reports nothing about a selector when pods cannot be listed', () => {
  expect(toLines(diagnose(budget('selector: { matchLabels: { app: web } }'), { unread: ['Pod'] }))).toEqual([]);
});
