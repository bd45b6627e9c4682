import { expect, test } from 'vitest';
import { diagnose, toEvidence, toLines } from '../../../../test/support/diagnose.ts';

const service = (selector: string) => `
---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec: { selector: ${selector}, ports: [{ port: 80 }] }`;

const workload = (name: string, labels: string, kind = 'Deployment') => `
---
apiVersion: apps/v1
kind: ${kind}
metadata: { name: ${name}, namespace: shop }
spec: { replicas: 1, template: { metadata: { labels: ${labels} } } }
status: { availableReplicas: 1, readyReplicas: 1, replicas: 1 }`;

const barePod = (name: string, labels: string) => `
---
{ apiVersion: v1, kind: Pod, metadata: { name: ${name}, namespace: shop, labels: ${labels} }, spec: {}, status: { phase: Running } }`;

const others = workload('api', '{ app: api }') + workload('db', '{ app: db }', 'StatefulSet');

test.each<[hint: string, yaml: string, hint: string | undefined]>([
  [
    'the workload with a similar value',
    service('{ app: web }') + others + workload('shop', '{ app: web-v2 }'),
    'deployment/shop',
  ],
  [
    'the workload with a misspelt value',
    service('{ app: storefront }') + others + workload('shop', '{ app: storefrnt }'),
    'deployment/shop',
  ],
  [
    'the workload with more of the labels',
    service('{ app: web, tier: front, env: prod }') +
      workload('a', '{ app: web, tier: back, env: test }') +
      workload('b', '{ app: web, tier: front, env: test }'),
    'deployment/b',
  ],
  [
    'the workload with the value under another key',
    service('{ app: web }') + others + workload('shop', '{ app.kubernetes.io/name: web }'),
    'deployment/shop',
  ],
  ['the value in another case', service('{ app: Web }') + others + workload('shop', '{ app: web }'), 'deployment/shop'],
  ['a pod that no workload made', service('{ app: web }') + others + barePod('shop', '{ app: webb }'), 'pod/shop'],
  ['nothing when no labels are similar', service('{ app: web }') + others, undefined],
  [
    'nothing when only the keys are equal',
    service('{ app: zzz, tier: q }') + workload('a', '{ app: api, tier: x }'),
    undefined,
  ],
])('findServiceProblems shows for SelectsNothing %s', (...[, yaml, hint]) => {
  const found = diagnose(yaml).filter(({ object }) => object.kind === 'Service');
  expect(toLines(found)).toEqual(['critical SelectsNothing Service/web']);
  const shown = /^(\S+) (?:spec\.template\.)?metadata\.labels: /m.exec(toEvidence(found))?.[1];
  expect(shown).toBe(hint);
});

test('findServiceProblems names the workload in its advice when one has similar labels', () => {
  const [problem] = diagnose(service('{ app: web }') + workload('shop', '{ app: web-v2 }'));
  expect(problem?.next).toContain('deployment/shop');
});
