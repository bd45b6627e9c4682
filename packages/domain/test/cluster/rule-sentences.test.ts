import { describe, expect, it } from 'vitest';
import { diagnose, minutesAgo } from '../support/diagnose.ts';

const old = `creationTimestamp: "${minutesAgo(600)}"`;

/** Formats problems as `message | next`, one line each. */
function describeProblems(yaml: string): readonly string[] {
  return diagnose(yaml).map(({ message, next }) => `${message} | ${next}`);
}

interface ContainerParts {
  readonly status: string;
  readonly list?: string;
  readonly spec?: string;
  readonly phase?: string;
  readonly metadata?: string;
}

const pod = ({
  status,
  list = 'containerStatuses',
  spec = 'containers: [{ name: app }]',
  phase = 'Running',
  metadata = '',
}: ContainerParts) => `
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, ${old}${metadata} }
spec: { nodeName: a, ${spec} }
status: { phase: ${phase}, ${list}: [{ name: app, ${status} }] }`;

const waits = (reason: string, rest = '') => `state: { waiting: { reason: ${reason}${rest} } }`;
const lastEnd = (fields: string) => `lastState: { terminated: { ${fields} } }`;
const loops = (fields: string) => `restartCount: 4, ${waits('CrashLoopBackOff')}, ${lastEnd(fields)}`;
const previousLog = 'Read the log of the previous run of the container: its last lines show why it ended.';
const memory = 'Compare the memory limit of the container with what it uses, and read the end of its previous log.';
const refused = 'Check the command, the arguments and the mounts of the container, and the events of the pod.';
const config =
  'The message names the field: compare env, envFrom, the volume mounts and the securityContext of the container.';

describe('rules about containers', () => {
  it.each<[what: string, parts: ContainerParts, line: string]>([
    [
      'loops with an exit code',
      { status: loops('exitCode: 3') },
      `Container "app" starts and ends again and again, last with exit code 3. | ${previousLog}`,
    ],
    [
      'loops without one',
      { status: loops('reason: Error') },
      `Container "app" starts and ends again and again. | ${previousLog}`,
    ],
    [
      'loops because it cannot be started',
      { status: loops('exitCode: 127, message: "exec: \\"sh\\": executable file not found"') },
      'Container "app" cannot be started: the image has no command "sh". | Correct "sh" in the command of the container, or use an image that contains it.',
    ],
    [
      'loops out of memory',
      { status: loops('reason: OOMKilled, exitCode: 137') },
      `Container "app" is killed again and again because it needs more memory than its limit. | ${memory}`,
    ],
    [
      'waits for its configuration',
      { status: waits('CreateContainerConfigError') },
      `Container "app" cannot be created: the kubelet refuses its configuration. | ${config}`,
    ],
    [
      'waits for another reason',
      { status: waits('RunContainerError') },
      `Container "app" cannot be started. | ${refused}`,
    ],
    [
      'is an init container',
      {
        status: waits('RunContainerError'),
        list: 'initContainerStatuses',
        spec: 'initContainers: [{ name: app }], containers: []',
      },
      `Init container "app" cannot be started. | ${refused}`,
    ],
    [
      'is a sidecar',
      {
        status: waits('RunContainerError'),
        list: 'initContainerStatuses',
        spec: 'initContainers: [{ name: app, restartPolicy: Always }], containers: []',
      },
      `Sidecar "app" cannot be started. | ${refused}`,
    ],
    [
      'was killed lately',
      {
        status: `restartCount: 1, ${lastEnd(`reason: OOMKilled, finishedAt: "${minutesAgo(5)}"`)}, state: { running: {} }`,
      },
      `Container "app" was killed within the last hour because it needed more memory than its limit. | ${memory}`,
    ],
    [
      'ended with an error',
      { status: 'restartCount: 0, state: { terminated: { exitCode: 2 } }' },
      'Container "app" has ended with exit code 2. | Read the log of the container: its last lines show why it ended.',
    ],
  ])('describe a container that %s', (_what, parts, line) => {
    expect(describeProblems(pod(parts))).toContain(line);
  });

  it('show the memory limit of a container that loops only if it ran out of memory', () => {
    const spec = 'containers: [{ name: app, resources: { limits: { memory: 64Mi } } }]';
    const pathsOf = (fields: string) =>
      diagnose(pod({ status: loops(fields), spec })).flatMap(({ evidence }) => evidence.map(({ path }) => path));
    const limit = 'spec.containers[app].resources.limits.memory';
    expect(pathsOf('reason: OOMKilled, exitCode: 137')).toContain(limit);
    expect(pathsOf('reason: Error, exitCode: 1')).not.toContain(limit);
  });

  it('gives the reason of a failed pod', () => {
    const failed = (reason: string) =>
      diagnose(pod({ phase: 'Failed', status: `state: { terminated: { exitCode: 137, reason: ${reason} } }` }));
    expect(failed('OOMKilled')).toMatchObject([{ severity: 'warning', reason: 'OOMKilled' }]);
    expect(failed('Error')).toMatchObject([{ severity: 'warning', reason: 'ContainerFailed' }]);
  });

  it('finds no loop in a container that ended once, nor in one that runs again', () => {
    expect(diagnose(pod({ status: 'restartCount: 0, state: { terminated: { exitCode: 0 } }' }))).toEqual([]);
    expect(diagnose(pod({ status: 'restartCount: 4, state: { terminated: { exitCode: 0 } }' }))).toEqual([]);
  });
});

const workload = (kind: string, spec: string, status: string) => `
apiVersion: apps/v1
kind: ${kind}
metadata: { name: web, namespace: shop, uid: d1, ${old} }
spec: { ${spec} }
status: { ${status} }`;

const describeIt = 'Describe it: its pods and their events show why they do not serve.';
const since = minutesAgo(30);
const unavailable = `conditions: [{ type: Available, status: "False", lastTransitionTime: "${since}" }]`;
const failedCreate = (kind: string) => `
---
apiVersion: v1
kind: Event
metadata: { name: e, namespace: shop }
involvedObject: { kind: ${kind}, name: web, namespace: shop }
reason: FailedCreate
message: forbidden by policy`;
const replicaSet = `
---
apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web, namespace: shop, uid: r1, ${old}, ownerReferences: [{ apiVersion: apps/v1, kind: Deployment, name: web, uid: d1, controller: true }] }
spec: { replicas: 0 }`;

describe('rules about workloads', () => {
  it.each([
    ['Deployment', 'replicas: 3', 'replicas: 3', 'None of its 3 pods serves.'],
    ['Deployment', 'replicas: 3', 'replicas: 3, availableReplicas: 2', '2 of its 3 pods serve.'],
    ['Deployment', 'replicas: 3', 'replicas: 2, availableReplicas: 1', '1 of its 3 pods serve; 1 does not exist.'],
    ['Deployment', 'replicas: 4', 'replicas: 2, availableReplicas: 1', '1 of its 4 pods serve; 2 do not exist.'],
    ['Deployment', 'replicas: 3', 'replicas: 4, availableReplicas: 1', '1 of its 3 pods serve.'],
    ['Deployment', 'replicas: 3', '', 'It has no pods, and should have 3.'],
    ['Deployment', '', '', 'It has no pod, and should have 1.'],
    ['StatefulSet', 'replicas: 1', 'replicas: 1', 'Its only pod does not serve.'],
    ['DaemonSet', '', 'desiredNumberScheduled: 2, currentNumberScheduled: 1', 'None of its 2 pods serves.'],
  ])('describe a %s with the spec {%s} and the status {%s}', (...[kind, spec, status, message]) => {
    expect(describeProblems(workload(kind, spec, status))).toEqual([`${message} | ${describeIt}`]);
  });

  it('find nothing in a DaemonSet that no node wants', () => {
    expect(diagnose(workload('DaemonSet', '', ''))).toEqual([]);
  });

  it('tell since when a workload is unavailable, if its condition says so', () => {
    const [known] = diagnose(workload('Deployment', 'replicas: 3', `replicas: 3, ${unavailable}`));
    expect(known).toMatchObject({ reason: 'Unavailable', since });
    const [unknown] = diagnose(workload('Deployment', 'replicas: 3', 'replicas: 3'));
    expect(unknown?.since).toBeUndefined();
  });

  it('take a stuck rollout and missing pods for symptoms of a pod that crashes', () => {
    const progressing = 'conditions: [{ type: Progressing, status: "False", reason: ProgressDeadlineExceeded }]';
    const crashing = pod({
      status: loops('exitCode: 3'),
      metadata: ', ownerReferences: [{ apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: r1, controller: true }]',
    });
    const found = diagnose(
      `${workload('Deployment', 'replicas: 1', `replicas: 1, ${progressing}`)}${replicaSet}\n---${crashing}`,
    );
    expect(found.map(({ reason, isSymptom }) => [reason, isSymptom])).toEqual([
      ['CrashLoopBackOff', false],
      ['RolloutStuck', true],
      ['Unavailable', true],
    ]);
  });

  it('read the refusal of pods from the events of the ReplicaSet of a Deployment that lacks pods', () => {
    const reasonsOf = (kind: string, status: string, more = replicaSet) =>
      diagnose(`${workload(kind, 'replicas: 2', status)}${more}${failedCreate('ReplicaSet')}`).map(
        ({ reason }) => reason,
      );
    expect(reasonsOf('Deployment', 'replicas: 1, availableReplicas: 2')).toEqual(['PodsRefused']);
    expect(reasonsOf('Deployment', 'replicas: 2, availableReplicas: 2')).toEqual([]);
    expect(reasonsOf('StatefulSet', 'replicas: 1, availableReplicas: 2, readyReplicas: 2')).toEqual([]);
    const daemonSet = workload(
      'DaemonSet',
      '',
      'desiredNumberScheduled: 2, currentNumberScheduled: 2, replicas: 0, numberReady: 2',
    );
    expect(diagnose(`${daemonSet}${failedCreate('DaemonSet')}`)).toEqual([]);
  });
});

const cronJob = (spec: string, status: string, created = minutesAgo(600)) => `
apiVersion: batch/v1
kind: CronJob
metadata: { name: nightly, namespace: shop, creationTimestamp: "${created}" }
spec: { ${spec} }
status: { ${status} }`;
const blockedNext = 'Find out why the active run does not end.';
const missedNext = 'Check its events, startingDeadlineSeconds, and whether the controller manager runs.';
const activeJob = 'active: [{ name: nightly-1 }]';

describe('rules about cron jobs', () => {
  it.each([
    [
      'concurrencyPolicy: Forbid',
      activeJob,
      `Its last run is still active, so it was not started again at 2026-03-01T11:00:00.000Z. | ${blockedNext}`,
    ],
    [
      'concurrencyPolicy: Forbid',
      '',
      `It was not started at 2026-03-01T11:00:00.000Z, when it was due. | ${missedNext}`,
    ],
    [
      'concurrencyPolicy: Allow',
      activeJob,
      `It was not started at 2026-03-01T11:00:00.000Z, when it was due. | ${missedNext}`,
    ],
  ])('describe a missed run with {%s} and {%s}', (policy, active, line) => {
    const status = `lastScheduleTime: "${minutesAgo(120)}", ${active}`;
    expect(describeProblems(cronJob(`schedule: "0 11 * * *", ${policy}`, status))).toEqual([line]);
  });

  it.each([
    ['was made when it was due', 'schedule: "0 11 * * *"', '', minutesAgo(60)],
    ['was due less than five minutes ago', 'schedule: "56 11 * * *"', '', minutesAgo(600)],
    ['is due in its own time zone later', 'schedule: "0 11 * * *", timeZone: America/New_York', '', minutesAgo(600)],
    ['has run when it was due', 'schedule: "0 11 * * *"', `lastScheduleTime: "${minutesAgo(60)}"`, minutesAgo(600)],
    ['has no schedule that can be read', 'schedule: often', '', minutesAgo(600)],
  ])('find nothing in a cron job that %s', (...[, spec, status, created]) => {
    expect(diagnose(cronJob(spec, status, created))).toEqual([]);
  });

  it('find a missed run in a cron job whose times are not known', () => {
    const yaml = cronJob('schedule: "50 11 * * *"', '').replace(/, creationTimestamp: "[^"]*"/u, '');
    expect(diagnose(yaml)).toMatchObject([{ reason: 'MissedSchedule', since: '2026-03-01T11:50:00.000Z' }]);
  });
});
