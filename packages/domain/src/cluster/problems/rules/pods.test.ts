import { expect, test } from 'vitest';
import { diagnose, minutesAgo, toLines, toMessages } from '../../../../test/support/diagnose.ts';

interface PodFaults {
  readonly phase?: string;
  readonly conditions?: string;
  readonly containers?: string;
  readonly init?: string;
  readonly status?: string;
  readonly metadata?: string;
}

const bound = `{ type: PodScheduled, status: "True", lastTransitionTime: "${minutesAgo(30)}" }`;

function pod({
  phase = 'Running',
  conditions = bound,
  containers = '',
  init = '',
  status = '',
  metadata = '',
}: PodFaults) {
  return `
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop${metadata} }
spec:
  nodeName: node-1
  containers:
    - { name: app, image: "web:1", readinessProbe: { httpGet: { path: /ready, port: 80 } }, resources: { limits: { memory: 64Mi } } }
status:
  phase: ${phase}
  conditions: [${conditions}]
  containerStatuses: [${containers}]
  initContainerStatuses: [${init}]
  ${status}`;
}

const event = (reason: string, message: string) => `
---
apiVersion: v1
kind: Event
metadata: { name: e, namespace: shop }
involvedObject: { kind: Pod, name: web, namespace: shop }
type: Warning
reason: ${reason}
message: ${JSON.stringify(message)}
lastTimestamp: "${minutesAgo(1)}"`;

const waiting = (reason: string, message = '') =>
  `{ name: app, state: { waiting: { reason: ${reason}, message: ${JSON.stringify(message)} } } }`;
const unscheduled = (message: string) =>
  `{ type: PodScheduled, status: "False", reason: Unschedulable, message: ${JSON.stringify(message)}, lastTransitionTime: "${minutesAgo(2)}" }`;
const unready = (minutes: number) =>
  `${bound}, { type: Ready, status: "False", reason: ContainersNotReady, lastTransitionTime: "${minutesAgo(minutes)}" }`;
const ended = (exitCode: number, reason: string, minutes: number) =>
  `{ exitCode: ${exitCode}, reason: ${reason}, finishedAt: "${minutesAgo(minutes)}" }`;

test.each<[name: string, yaml: string, problems: readonly string[], evidence: string]>([
  [
    'crashes again and again',
    pod({
      containers: `{ name: app, restartCount: 7, state: { waiting: { reason: CrashLoopBackOff } }, lastState: { terminated: ${ended(3, 'Error', 1)} } }`,
    }),
    ['critical CrashLoopBackOff Pod/web'],
    'status.containerStatuses[app].lastState.terminated.exitCode: 3',
  ],
  [
    'has crashed and is not in back-off yet',
    pod({ containers: `{ name: app, restartCount: 2, state: { terminated: ${ended(1, 'Error', 0)} } }` }),
    ['critical CrashLoopBackOff Pod/web'],
    'status.containerStatuses[app].state.terminated.exitCode: 1',
  ],
  [
    'is killed for its memory again and again',
    pod({
      containers: `{ name: app, restartCount: 7, state: { waiting: { reason: CrashLoopBackOff } }, lastState: { terminated: ${ended(137, 'OOMKilled', 1)} } }`,
    }),
    ['critical OOMKilled Pod/web'],
    'spec.containers[app].resources.limits.memory: 64Mi',
  ],
  [
    'was killed for its memory once',
    pod({
      containers: `{ name: app, ready: true, restartCount: 1, state: { running: {} }, lastState: { terminated: ${ended(137, 'OOMKilled', 50)} } }`,
    }),
    ['warning OOMKilled Pod/web'],
    'status.containerStatuses[app].lastState.terminated.reason: OOMKilled',
  ],
  [
    'restarts often',
    pod({
      containers: `{ name: app, ready: true, restartCount: 3, state: { running: {} }, lastState: { terminated: ${ended(2, 'Error', 50)} } }`,
    }),
    ['warning Restarting Pod/web'],
    'status.containerStatuses[app].restartCount: 3',
  ],
  [
    'has an init container that crashes',
    pod({
      phase: 'Pending',
      init: `{ name: migrate, restartCount: 2, state: { waiting: { reason: CrashLoopBackOff } }, lastState: { terminated: ${ended(1, 'Error', 1)} } }`,
    }),
    ['critical CrashLoopBackOff Pod/web'],
    'status.initContainerStatuses[migrate].restartCount: 2',
  ],
  [
    'waits for an init container',
    pod({
      phase: 'Pending',
      init: `{ name: wait, state: { running: { startedAt: "${minutesAgo(6)}" } } }`,
      containers: waiting('PodInitializing'),
    }),
    ['warning InitContainerSlow Pod/web'],
    'status.initContainerStatuses[wait].state.running.startedAt: ',
  ],
  [
    'has an image that cannot be pulled',
    pod({
      phase: 'Pending',
      containers: `{ name: app, image: "web:1", state: { waiting: { reason: ImagePullBackOff, message: Back-off } } }`,
    }) + event('Failed', 'Failed to pull image: unknown'),
    ['critical ImagePullFailed Pod/web'],
    'message: Failed to pull image: unknown',
  ],
  [
    'has an image whose name is none',
    pod({ phase: 'Pending', containers: waiting('InvalidImageName') }),
    ['critical ImagePullFailed Pod/web'],
    'waiting.reason: InvalidImageName',
  ],
  [
    'is configured with a key that is missing',
    pod({
      phase: 'Pending',
      containers: waiting('CreateContainerConfigError', "couldn't find key url in Secret shop/db"),
    }),
    ['critical CreateContainerConfigError Pod/web'],
    "waiting.message: couldn't find key url in Secret shop/db",
  ],
  [
    'cannot be started',
    pod({ containers: waiting('RunContainerError', 'no such file') }),
    ['critical RunContainerError Pod/web'],
    'waiting.message: no such file',
  ],
  [
    'ended badly and is not started again',
    pod({ phase: 'Failed', containers: `{ name: app, state: { terminated: ${ended(4, 'Error', 90)} } }` }),
    ['warning ContainerFailed Pod/web'],
    'terminated.exitCode: 4',
  ],
  [
    'finds no node',
    pod({
      phase: 'Pending',
      conditions: unscheduled('0/3 nodes are available: 3 node(s) had untolerated taint {gpu: true}.'),
    }),
    ['critical Unschedulable Pod/web'],
    'status.conditions[PodScheduled].message: 0/3 nodes are available: 3 node(s) had untolerated taint {gpu: true}.',
  ],
  [
    'waits for a scheduling gate',
    pod({ phase: 'Pending', conditions: '{ type: PodScheduled, status: "False", reason: SchedulingGated }' }),
    ['info SchedulingGated Pod/web'],
    'status.conditions[PodScheduled].reason: SchedulingGated',
  ],
  [
    'has a volume that cannot be mounted',
    pod({ phase: 'Pending', containers: waiting('ContainerCreating') }) +
      event('FailedMount', 'configmap "cfg" not found'),
    ['critical ContainerCreating Pod/web'],
    'message: configmap "cfg" not found',
  ],
  [
    'runs and is not ready',
    pod({ conditions: unready(2), containers: '{ name: app, ready: false, state: { running: {} } }' }) +
      event('Unhealthy', 'Readiness probe failed: 404'),
    ['warning NotReady Pod/web'],
    'message: Readiness probe failed: 404',
  ],
  [
    'was evicted',
    pod({ phase: 'Failed', status: 'reason: Evicted\n  message: low on memory' }),
    ['warning Evicted Pod/web'],
    'status.message: low on memory',
  ],
  [
    'is on a node that no longer exists',
    pod({ phase: 'Unknown' }),
    ['warning Unknown Pod/web'],
    'spec.nodeName: node-1',
  ],
  [
    'is not deleted completely',
    pod({
      metadata: `, deletionTimestamp: "${minutesAgo(10)}", deletionGracePeriodSeconds: 30, finalizers: [acme.io/hold]`,
    }),
    ['warning StuckTerminating Pod/web'],
    'metadata.finalizers: acme.io/hold',
  ],
])('findProblems reports a pod that %s', (...[, yaml, problems, evidence]) => {
  const found = diagnose(yaml);
  expect(toLines(found)).toEqual(problems);
  expect(
    found.flatMap((problem) => problem.evidence.map(({ path, value }) => `${path}: ${value}`)).join('\n'),
  ).toContain(evidence);
  expect(found.filter(({ message, next }) => message === '' || next === '')).toEqual([]);
});

test.each([
  ['phase: Failed, reason: NodeAffinity', 'The node of the pod no longer has the labels that the pod requires.'],
  ['phase: Failed, reason: Preempting', 'The pod has failed: Preempting.'],
  ['phase: Unknown', 'The node of the pod cannot be reached.'],
])('findFailedPods explains the status %s', (status, message) => {
  const yaml = `{ apiVersion: v1, kind: Pod, metadata: { name: web, namespace: shop }, status: { ${status} } }`;
  expect(toMessages(diagnose(yaml))).toBe(message);
});

test.each([
  [
    'runs',
    pod({
      containers:
        '{ name: app, ready: true, restartCount: 9, state: { running: {} }, lastState: { terminated: { exitCode: 1, finishedAt: "2026-02-01T00:00:00Z" } } }',
    }),
  ],
  [
    'has just been made',
    pod({
      phase: 'Pending',
      conditions: `{ type: PodScheduled, status: "True", lastTransitionTime: "${minutesAgo(1)}" }`,
      containers: waiting('ContainerCreating'),
    }),
  ],
  [
    'is getting ready',
    pod({ conditions: unready(0.5), containers: '{ name: app, ready: false, state: { running: {} } }' }),
  ],
  [
    'has done its work',
    pod({
      phase: 'Succeeded',
      conditions: unready(99),
      containers: `{ name: app, state: { terminated: ${ended(0, 'Completed', 9)} } }`,
    }),
  ],
  [
    'is being deleted while it crashes',
    pod({ metadata: `, deletionTimestamp: "${minutesAgo(0)}"`, containers: waiting('CrashLoopBackOff') }),
  ],
])('findProblems finds nothing for a pod that %s', (_name, yaml) => {
  expect(toLines(diagnose(yaml))).toEqual([]);
});

test.each([
  ['0/1 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint {a: b}.', /taints/],
  ['0/1 nodes are available: 1 Insufficient cpu.', /requests/],
  ['pod has unbound immediate PersistentVolumeClaims.', /claim/],
  ['persistentvolumeclaim "data" not found', /does not exist/],
  ["0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector.", /nodeSelector/],
  ['something else', /Describe the pod/],
])('findProblems names the next step when the scheduler reports "%s"', (message, advice) => {
  expect(diagnose(pod({ phase: 'Pending', conditions: unscheduled(message) }))[0]?.next).toMatch(advice);
});
