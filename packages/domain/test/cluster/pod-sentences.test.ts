import { describe, expect, it } from 'vitest';
import { diagnose, minutesAgo, toEvidence, toLines, toMessages } from '../support/diagnose.ts';

const named = (kind: string, name: string, rest: string) =>
  `{ kind: ${kind}, metadata: { name: ${name}, namespace: shop }, ${rest} }`;
const scheduled = `{ type: PodScheduled, status: "True", lastTransitionTime: "${minutesAgo(30)}" }`;
const notReady = (minutes: number) => `{ type: Ready, status: "False", lastTransitionTime: "${minutesAgo(minutes)}" }`;

interface PodParts {
  readonly spec?: string;
  readonly status: string;
  readonly metadata?: string;
}

const pod = ({ spec = 'containers: [{ name: app }]', status, metadata = '' }: PodParts) =>
  `{ kind: Pod, metadata: { name: web, namespace: shop${metadata} }, spec: { ${spec} }, status: { ${status} } }`;
const running = (name: string, rest: string, minutes = 20) =>
  `{ name: ${name}, ${rest}, state: { running: { startedAt: "${minutesAgo(minutes)}" } } }`;
const creating = '{ name: app, state: { waiting: { reason: ContainerCreating } } }';
const proxied = 'initContainers: [{ name: proxy, restartPolicy: Always }], containers: [{ name: app }]';
const pending = (initial: string) =>
  `phase: Pending, conditions: [${scheduled}], initContainerStatuses: [${initial}], containerStatuses: [${creating}]`;
const unready = (statuses: string, minutes = 0) =>
  `phase: Running, conditions: [${scheduled}, ${notReady(minutes)}], containerStatuses: [${statuses}]`;
const failures = (container: string, count: number) =>
  named(
    'Event',
    `e-${container}`,
    `involvedObject: { kind: Pod, name: web, namespace: shop, fieldPath: "spec.containers{${container}}" }, reason: Unhealthy, count: ${count}, message: Readiness probe failed`,
  );

describe('rules about the start of pods', () => {
  it.each<[what: string, yaml: string, sentences: object]>([
    [
      'waits for a slow init container',
      pod({ status: pending(running('init', 'started: false')) }),
      {
        message:
          'Init container "init" has been running for more than five minutes, and nothing else starts before it ends.',
        next: 'Read the log of the init container: it shows what it waits for.',
      },
    ],
    [
      'waits for a sidecar',
      pod({ spec: proxied, status: pending(running('proxy', 'started: false')) }),
      {
        message:
          'Sidecar "proxy" has been running for more than five minutes and its startup probe has not succeeded, so that nothing after it starts.',
        next: 'Compare the startup probe of the sidecar with what it listens on, and read its log.',
      },
    ],
    [
      'waits for a scheduling gate',
      pod({ status: 'conditions: [{ type: PodScheduled, status: "False", reason: SchedulingGated }]' }),
      { message: 'The pod waits for a scheduling gate to be removed.' },
    ],
    [
      'fits no node',
      pod({ status: 'conditions: [{ type: PodScheduled, status: "False", reason: Unschedulable }]' }),
      { message: "No node satisfies the pod's constraints." },
    ],
  ])('describe a pod that %s', (_what, yaml, sentences) => {
    expect(diagnose(yaml)).toMatchObject([sentences]);
  });

  it('show the state of the startup probe of a sidecar only', () => {
    expect(toEvidence(diagnose(pod({ status: pending(running('init', 'started: false')) })))).not.toContain(
      '.started:',
    );
  });

  it.each<[what: string, yaml: string, lines: readonly string[]]>([
    ['give an init container five minutes', pod({ status: pending(running('init', 'started: false', 4)) }), []],
    [
      'do not count an init container that has ended',
      pod({ status: pending('{ name: init, started: false, state: { terminated: { exitCode: 0 } } }') }),
      ['critical ContainerCreating Pod/web'],
    ],
    [
      'accept containers that are created while the pod is not scheduled',
      pod({
        status: `phase: Pending, containerStatuses: [${creating}], conditions: [{ type: PodScheduled, status: Unknown, lastTransitionTime: "${minutesAgo(30)}" }]`,
      }),
      [],
    ],
    [
      'accept a pod that is not ready although its containers are',
      pod({ status: unready(running('app', 'ready: true'), 30) }),
      [],
    ],
    [
      'accept a ready pod with a container that is not ready',
      pod({
        status: `phase: Running, conditions: [{ type: Ready, status: "True", lastTransitionTime: "${minutesAgo(30)}" }], containerStatuses: [${running('app', 'ready: false')}]`,
      }),
      [],
    ],
  ])('%s', (_what, yaml, lines) => {
    expect(toLines(diagnose(yaml))).toEqual(lines);
  });

  it('name only running containers that are not ready', () => {
    const statuses = [
      running('app', 'ready: false'),
      running('log', 'ready: true'),
      '{ name: db, ready: false, state: { waiting: {} } }',
    ];
    const found = diagnose(pod({ status: unready(statuses.join(', '), 30) }));
    expect(toMessages(found)).toMatch(/^"app" runs, but is not ready/u);
  });
});

describe('rules about readiness probes', () => {
  const probe = (name: string, rest = '') => `{ name: ${name}, readinessProbe: { ${rest} } }`;
  const two = [running('app', 'ready: false'), running('log', 'ready: false')].join(', ');

  it.each<[what: string, spec: string, counts: Readonly<Record<string, number>>, isFound: boolean]>([
    ['reports failures at the threshold', probe('app', 'failureThreshold: 4'), { app: 4 }, true],
    ['accepts failures below the threshold', probe('app', 'failureThreshold: 4'), { app: 3 }, false],
    ['reports three failures without a threshold', '{ name: app }', { app: 3 }, true],
    ['reports one of two containers', `${probe('app')}, ${probe('log')}`, { app: 3 }, true],
    ['does not add failures of another container', `${probe('app')}, ${probe('log')}`, { app: 2, log: 2 }, false],
    [
      'reads the threshold of the container',
      `${probe('app', 'failureThreshold: 9')}, ${probe('log', 'failureThreshold: 2')}`,
      { app: 3 },
      false,
    ],
  ])('%s', (...[, containers, counts, isFound]) => {
    const events = Object.entries(counts).map(([name, count]) => failures(name, count));
    const yaml = [pod({ spec: `containers: [${containers}]`, status: unready(two) }), ...events].join('\n---\n');
    expect(toLines(diagnose(yaml))).toEqual(isFound ? ['warning NotReady Pod/web'] : []);
  });

  it('are shown where a container has one', () => {
    const status = unready(running('app', 'ready: false'), 30);
    const shown = diagnose(pod({ status, spec: `containers: [${probe('app', 'failureThreshold: 4')}]` }));
    expect(toEvidence(shown)).toContain('spec.containers[app].readinessProbe: {"failureThreshold":4}');
    expect(toEvidence(diagnose(pod({ status })))).not.toContain('readinessProbe');
  });
});

it('findStuckDeletion adds the grace period of the pod to the time that a deletion may take', () => {
  const deleted = (minutes: number) =>
    pod({ status: '', metadata: `, deletionTimestamp: "${minutesAgo(minutes)}", deletionGracePeriodSeconds: 600` });
  expect(diagnose(deleted(11))).toEqual([]);
  expect(toLines(diagnose(deleted(12)))).toEqual(['warning StuckTerminating Pod/web']);
});

it('findMissingReferences looks for a priority class outside of the namespace of the pod', () => {
  const yaml = pod({ spec: 'priorityClassName: high', status: 'phase: Running' });
  expect(toLines(diagnose(yaml))).toEqual(['warning MissingPriorityClass Pod/web']);
  expect(diagnose(`${yaml}\n---\n{ kind: PriorityClass, metadata: { name: high } }`)).toEqual([]);
});
