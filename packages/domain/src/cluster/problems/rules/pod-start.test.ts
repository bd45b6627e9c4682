import { expect, test } from 'vitest';
import { diagnose, minutesAgo, toEvidence, toLines, toMessages } from '../../../../test/support/diagnose.ts';

const scheduled = `{ type: PodScheduled, status: "True", lastTransitionTime: "${minutesAgo(30)}" }`;
const sidecar = 'initContainers: [{ name: proxy, restartPolicy: Always }], containers: [{ name: app }]';

const pod = (status: string, spec = sidecar) => `
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec: { nodeName: a, ${spec} }
status: { ${status} }`;

const running = (name: string, minutes: number, more = 'started: true, ready: true') =>
  `{ name: ${name}, ${more}, state: { running: { startedAt: "${minutesAgo(minutes)}" } } }`;

const creating = '{ name: app, state: { waiting: { reason: PodInitializing } } }';

const unhealthy = (count: number, message = 'Readiness probe failed: HTTP probe failed with statuscode: 500') => `
---
apiVersion: v1
kind: Event
metadata: { name: e, namespace: shop }
involvedObject: { kind: Pod, name: web, namespace: shop, fieldPath: "spec.containers{app}" }
type: Warning
reason: Unhealthy
count: ${count}
message: ${JSON.stringify(message)}`;

const unready = (minutes: number) =>
  `phase: Running, conditions: [${scheduled}, { type: Ready, status: "False", reason: ContainersNotReady, lastTransitionTime: "${minutesAgo(minutes)}" }], containerStatuses: [${running('app', minutes, 'ready: false')}]`;

const probed = 'containers: [{ name: app, readinessProbe: { failureThreshold: 3, httpGet: { port: 80 } } }]';

test('findStartProblems finds nothing for a native sidecar that has started', () => {
  const status = `phase: Pending, conditions: [${scheduled}], initContainerStatuses: [${running('proxy', 20)}], containerStatuses: [${creating}]`;
  expect(toLines(diagnose(pod(status)))).toEqual([]);
});

test('findStartProblems reports the init container after a native sidecar when it does not end', () => {
  const status = `phase: Pending, conditions: [${scheduled}], initContainerStatuses: [${running('proxy', 20)}, ${running('migrate', 10, 'started: false')}], containerStatuses: [${creating}]`;
  const found = diagnose(
    pod(
      status,
      'initContainers: [{ name: proxy, restartPolicy: Always }, { name: migrate }], containers: [{ name: app }]',
    ),
  );
  expect(toLines(found)).toEqual(['warning InitContainerSlow Pod/web']);
  expect(toMessages(found)).toContain('Init container "migrate"');
});

test('findStartProblems reports a native sidecar whose startup probe does not succeed', () => {
  const status = `phase: Pending, conditions: [${scheduled}], initContainerStatuses: [${running('proxy', 20, 'started: false')}], containerStatuses: [${creating}]`;
  const found = diagnose(pod(status));
  expect(toLines(found)).toEqual(['warning SidecarNotStarted Pod/web']);
  expect(toEvidence(found)).toContain('status.initContainerStatuses[proxy].started: false');
});

test('findStartProblems names the native sidecar when it keeps the pod from being ready', () => {
  const status = `phase: Running, conditions: [${scheduled}, { type: Ready, status: "False", lastTransitionTime: "${minutesAgo(5)}" }], initContainerStatuses: [${running('proxy', 20, 'started: true, ready: false')}], containerStatuses: [${running('app', 20)}]`;
  const found = diagnose(pod(status));
  expect(toLines(found)).toEqual(['warning NotReady Pod/web']);
  expect(toMessages(found)).toContain('"proxy"');
});

test('findStartProblems reports a pod that is not ready at once when its probe has failed past the threshold', () => {
  const found = diagnose(pod(unready(0.5), probed) + unhealthy(4));
  expect(toLines(found)).toEqual(['warning NotReady Pod/web']);
  expect(toEvidence(found)).toContain('statuscode: 500');
});

test.each([
  ['a pod whose probe has failed less often than its threshold', pod(unready(0.5), probed) + unhealthy(2)],
  ['a pod that starts and has no event', pod(unready(0.5), probed)],
  [
    'a pod whose startup probe still fails',
    pod(unready(0.5), probed) + unhealthy(9, 'Startup probe failed: connection refused'),
  ],
])('findStartProblems finds nothing for %s', (_name, yaml) => {
  expect(toLines(diagnose(yaml))).toEqual([]);
});
