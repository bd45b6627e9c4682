import { describe, expect, it } from 'vitest';
import { LabelIndex } from '../../src/cluster/problems/label-index.ts';
import { diagnose, minutesAgo, toEvidence, toLines, toMessages } from '../support/diagnose.ts';

const join = (...documents: readonly string[]) => documents.join('\n---\n');
const named = (...[kind, name, rest, metadata = '']: [kind: string, name: string, rest: string, metadata?: string]) =>
  `{ kind: ${kind}, metadata: { name: ${name}, namespace: shop${metadata} }, ${rest} }`;
const condition = (type: string, rest = '') => `conditions: [{ type: ${type}, status: "True"${rest} }]`;
const ownedBy = (kind: string, name: string) =>
  `, ownerReferences: [{ apiVersion: v1, kind: ${kind}, name: ${name}, uid: u, controller: true }]`;

describe('rules about jobs', () => {
  const job = (name: string, status: string, owner = ownedBy('CronJob', 'nightly')) =>
    named('Job', name, `status: { ${status} }`, owner);
  const failed = (minutes: number, rest = '') => `startTime: "${minutesAgo(minutes)}", ${condition('Failed', rest)}`;
  const complete = (minutes: number) => `startTime: "${minutesAgo(minutes)}", ${condition('Complete')}`;
  const found = ['critical JobFailed Job/a'];

  it.each<[what: string, jobs: readonly string[], lines: readonly string[]]>([
    ['forget a failure after a later success', [job('a', failed(60)), job('b', complete(30))], []],
    ['report a failure after an earlier success', [job('a', failed(60)), job('b', complete(90))], found],
    ['report a failure beside a success', [job('a', failed(60)), job('b', complete(60))], found],
    [
      'report a failure after the success of another cron job',
      [job('a', failed(60)), job('b', complete(30), ownedBy('CronJob', 'hourly'))],
      found,
    ],
    ['report a failure without an owner', [job('a', failed(60), ''), job('b', complete(30), '')], found],
    [
      'report a failure of an owner that is no cron job',
      [job('a', failed(60), ownedBy('Flow', 'f')), job('b', complete(30), ownedBy('Flow', 'f'))],
      found,
    ],
    [
      'report a later job that has not completed',
      [job('a', failed(60)), job('b', `startTime: "${minutesAgo(30)}"`)],
      found,
    ],
    ['accept a complete job of which a pod failed', [job('a', `failed: 1, ${condition('Complete')}`)], []],
    ['accept a job that runs', [job('a', 'active: 1')], []],
    ['report a job that tries again', [job('a', 'failed: 1')], ['warning JobFailing Job/a']],
  ])('%s', (_what, jobs, lines) => {
    expect(toLines(diagnose(join(...jobs)))).toEqual(lines);
  });

  it('explain the reason of a failure', () => {
    expect(toMessages(diagnose(job('a', failed(60, ', reason: DeadlineExceeded'))))).toBe(
      'It has failed: it exceeded its deadline.',
    );
    expect(toMessages(diagnose(job('a', failed(60, ', reason: Other'))))).toBe('It has failed.');
  });

  it('show the exit of the newest pod', () => {
    const pod = (name: string, minutes: number, code: number) =>
      named(
        'Pod',
        name,
        `status: { phase: Succeeded, containerStatuses: [{ name: app, state: { terminated: { exitCode: ${code}, finishedAt: "${minutesAgo(minutes)}" } } }] }`,
        ownedBy('Job', 'a'),
      );
    const owner = named('Job', 'a', 'status: { failed: 3 }', ', uid: u');
    const pods = [pod('one', 30, 1), pod('two', 10, 2), pod('three', 20, 3), named('Pod', 'alone', 'status: {}')];
    expect(toEvidence(diagnose(join(owner, ...pods)))).toContain('pod/two');
    expect(toEvidence(diagnose(join(owner, ...pods.toReversed())))).toContain('exit code 2');
    expect(toEvidence(diagnose(owner))).toBe('status.failed: 3');
  });
});

describe('rules about claims', () => {
  const claim = (spec: string, minutes: number, metadata = '') =>
    named(
      'PersistentVolumeClaim',
      'web-data',
      `spec: { ${spec} }, status: { phase: Pending }`,
      `, creationTimestamp: "${minutesAgo(minutes)}"${metadata}`,
    );
  const classOf = (name: string, rest = '') =>
    `{ kind: StorageClass, metadata: { name: ${name}${rest} }, volumeBindingMode: WaitForFirstConsumer }`;
  const pod = (volume: string) => named('Pod', 'web', `spec: { volumes: [{ name: data, ${volume} }] }, status: {}`);
  const selected = ', annotations: { volume.kubernetes.io/selected-node: a }';
  const isDefault = ', annotations: { storageclass.kubernetes.io/is-default-class: "true" }';
  const pending = ['critical ClaimPending PersistentVolumeClaim/web-data'];
  const unused = ['info ClaimUnused PersistentVolumeClaim/web-data'];

  it.each<[what: string, documents: readonly string[], lines: readonly string[]]>([
    ['wait for a volume of no class', [claim('storageClassName: ""', 0)], []],
    ['wait for a named volume', [claim('storageClassName: fast, volumeName: pv', 0)], []],
    ['report that there is no default class', [claim('', 0)], pending],
    ['wait for a volume of the default class', [claim('', 0), classOf('fast', isDefault)], []],
    [
      'report a missing volume on a chosen node',
      [claim('storageClassName: fast', 5, selected), classOf('fast')],
      pending,
    ],
    [
      'report a claim that no pod uses',
      [claim('storageClassName: fast', 5), classOf('fast'), pod('emptyDir: {}')],
      unused,
    ],
    [
      'accept a claim of an ephemeral volume',
      [claim('storageClassName: fast', 5), classOf('fast'), pod('ephemeral: {}')],
      [],
    ],
  ])('%s', (_what, documents, lines) => {
    expect(toLines(diagnose(join(...documents)))).toEqual(lines);
  });

  it('report a claim of which the class cannot be read', () => {
    expect(toLines(diagnose(claim('storageClassName: fast', 5), { unread: ['StorageClass'] }))).toEqual(pending);
    expect(toMessages(diagnose(claim('', 0)))).toContain('it names no storage class, and none is the default');
  });
});

it.each([
  ['10', '10', ['warning QuotaExhausted ResourceQuota/q'], /^All of pods is used/u],
  ['9', '10', ['info QuotaNearlyExhausted ResourceQuota/q'], /^Nearly all of pods is used/u],
  ['8', '10', [], /^$/u],
  ['0', '0', [], /^$/u],
])('findQuotaProblems judges %s used of %s', (...[used, hard, lines, message]) => {
  const found = diagnose(named('ResourceQuota', 'q', `status: { hard: { pods: ${hard} }, used: { pods: ${used} } }`));
  expect(toLines(found)).toEqual(lines);
  expect(toMessages(found)).toMatch(message);
});

it.each([
  [3, 0, ['info NoDisruptionAllowed PodDisruptionBudget/b']],
  [3, 1, []],
  [2, 0, []],
])('findDisruptionBudgetProblems judges %i of 3 desired and %i allowed', (...[desired, allowed, lines]) => {
  const status = `status: { expectedPods: 3, desiredHealthy: ${desired}, disruptionsAllowed: ${allowed} }`;
  expect(toLines(diagnose(named('PodDisruptionBudget', 'b', status)))).toEqual(lines);
});

it('findNamespaceProblems names the obstacle to a deletion if it is known', () => {
  const deleted = (status: string) =>
    `{ kind: Namespace, metadata: { name: old, deletionTimestamp: "${minutesAgo(30)}" }, status: { ${status} } }`;
  expect(diagnose(deleted(''))).toMatchObject([
    {
      message: 'Its deletion does not complete.',
      next: 'Check which objects in it have finalizers, and the spec.finalizers of the namespace.',
    },
  ]);
  expect(toMessages(diagnose(deleted(condition('NamespaceDeletionContentFailure'))))).toBe(
    'Its deletion does not complete: objects in it cannot be deleted.',
  );
});

describe('findProblems', () => {
  const waiting = (name: string, gate: string, owner = '') =>
    named('Pod', name, `status: { conditions: [{ type: PodScheduled, status: "False", reason: ${gate} }] }`, owner);
  const owned = (name: string, owner: string) => named('ReplicaSet', name, 'spec: {}', ownedBy('ReplicaSet', owner));

  it('sorts by severity, then by name', () => {
    const pods = ['c', 'a', 'b'].map((name) => waiting(name, 'Unschedulable'));
    const found = diagnose(join(waiting('0', 'SchedulingGated'), ...pods, named('Job', 'j', 'status: { failed: 1 }')));
    expect(found.map(({ object }) => object.name)).toEqual(['a', 'b', 'c', 'j', '0']);
  });

  it('ends after five owners when owners form a cycle', () => {
    const [problem] = diagnose(
      join(waiting('web', 'Unschedulable', ownedBy('ReplicaSet', 'a')), owned('a', 'b'), owned('b', 'a')),
    );
    expect(problem?.root).toMatchObject({ kind: 'ReplicaSet', name: 'a' });
  });

  it('keeps two problems of one object that differ in numbers', () => {
    const pod = `{ kind: Pod, metadata: { name: web, namespace: shop, labels: { app: web } }, spec: { containers: [{ ports: [{ containerPort: 1 }] }] }, status: { conditions: [{ type: Ready, status: "True" }] } }`;
    const ports = 'ports: [{ port: 80, targetPort: 2 }, { port: 81, targetPort: 3 }]';
    const slice = `{ kind: EndpointSlice, metadata: { name: s, namespace: shop, labels: { kubernetes.io/service-name: web } }, endpoints: [{}] }`;
    const service = named('Service', 'web', `spec: { selector: { app: web }, ${ports} }`);
    const found = diagnose(join(pod, slice, service));
    expect(found.map(({ message }) => message.slice(0, 26))).toEqual([
      'Port 80 leads to port 2 of',
      'Port 81 leads to port 3 of',
    ]);
  });
});

describe('evidence', () => {
  const evicted = (message: string) =>
    diagnose(named('Pod', 'web', `status: { phase: Failed, reason: Evicted, message: ${message} }`));

  it('is truncated above 400 characters, and left out when empty', () => {
    expect(toEvidence(evicted('x'.repeat(400)))).toMatch(/: x{400}$/u);
    expect(toEvidence(evicted('x'.repeat(401)))).toMatch(/: x{400}…$/u);
    expect(toEvidence(evicted('""'))).not.toContain('status.message');
  });

  it.each(['lastTimestamp: TIME', 'eventTime: TIME', 'series: { lastObservedTime: TIME }'])(
    'is the newest event by %s',
    (field) => {
      const event = (name: string, minutes: number) =>
        named(
          'Event',
          name,
          `reason: FailedCreate, message: said by ${name}, involvedObject: { kind: Job, name: j, namespace: shop }, ${field.replace('TIME', `"${minutesAgo(minutes)}"`)}`,
        );
      const job = named('Job', 'j', `status: { ${condition('Failed')} }`);
      const shown = toEvidence(diagnose(join(job, event('a', 20), event('b', 10), event('c', 30))));
      expect(shown).toContain('event/FailedCreate message: said by b');
    },
  );
});

it('LabelIndex finds an object by the values of an expression', () => {
  const index = new LabelIndex([{ app: 'a' }, { app: 'b' }], (labels) => labels);
  const wants = (...values: readonly string[]) => ({ matchExpressions: [{ key: 'app', operator: 'In', values }] });
  expect([index.hasSelected(wants('b')), index.hasSelected(wants('c', 'a')), index.hasSelected(wants('c'))]).toEqual([
    true,
    true,
    false,
  ]);
});

describe('rules about two namespaces', () => {
  const inNamespace = (yaml: string, namespace: string) =>
    yaml.replaceAll('namespace: shop', `namespace: ${namespace}`);
  const both = (yaml: string, other = yaml) => join(yaml, inNamespace(other, 'other'));

  it('compare the labels of a namespace with its own services', () => {
    const service = named('Service', 'web', 'spec: { selector: { app: web } }');
    const pod = named('Pod', 'web', 'status: {}', ', labels: { app: web }');
    const slice = `{ kind: EndpointSlice, metadata: { name: s, namespace: shop, labels: { kubernetes.io/service-name: web } }, endpoints: [{}] }`;
    expect(toLines(diagnose(both(join(service, pod, slice))))).toEqual([]);
    const found = diagnose(join(both(service), pod, slice));
    expect(found.map(({ object }) => object.namespace)).toEqual(['other']);
  });

  it('do not count the success of a cron job in another namespace', () => {
    const job = (name: string, type: string, minutes: number) =>
      named(
        'Job',
        name,
        `status: { startTime: "${minutesAgo(minutes)}", ${condition(type)} }`,
        ownedBy('CronJob', 'c'),
      );
    expect(toLines(diagnose(both(job('a', 'Failed', 60), job('b', 'Complete', 30))))).toEqual([
      'critical JobFailed Job/a',
    ]);
  });
});

it.each([
  ['ClusterRole', named('RoleBinding', 'b', 'roleRef: { kind: ClusterRole, name: view }'), 'view'],
  [
    'StorageClass',
    named('StatefulSet', 's', 'spec: { replicas: 0, volumeClaimTemplates: [{ spec: { storageClassName: fast } }] }'),
    'fast',
  ],
])('findMissingReferences looks for a %s outside of the namespace', (kind, yaml, name) => {
  expect(toLines(diagnose(yaml)).join('\n')).toContain(`warning Missing${kind}`);
  expect(toLines(diagnose(join(yaml, `{ kind: ${kind}, metadata: { name: ${name} } }`)))).toEqual([]);
});

it('findDisruptionBudgetProblems shows the selector of an unused budget, if it has one', () => {
  const budget = (spec: string) =>
    named('PodDisruptionBudget', 'b', `spec: { ${spec} }, status: { expectedPods: 0, desiredHealthy: 0 }`);
  const [selecting] = diagnose(budget('selector: { matchLabels: { app: web } }'));
  expect(selecting?.evidence).toEqual([{ path: 'spec.selector', value: '{"matchLabels":{"app":"web"}}' }]);
  expect(selecting?.next).toBe('Compare the selector with the labels of the intended pods, or delete the budget.');
  expect(toEvidence(diagnose(budget('')))).toBe('spec.selector: none');
});

it('findClaimProblems names a storage class that does not exist, and findCertificateProblems the Secret', () => {
  const claim = named('PersistentVolumeClaim', 'c', 'spec: { storageClassName: fast }, status: { phase: Pending }');
  expect(toMessages(diagnose(claim))).toBe('It has no volume: there is no storage class "fast".');
  const certificate = named('Certificate', 'c', `spec: { secretName: tls }, status: { notAfter: "${minutesAgo(1)}" }`);
  expect(toMessages(diagnose(certificate))).toBe('The certificate in Secret "tls" has expired.');
});
