import { expect, test } from 'vitest';
import { diagnose, minutesAgo, toEvidence, toLines, toMessages } from '../../../../test/support/diagnose.ts';

interface ClaimFacts {
  readonly spec?: string;
  readonly phase?: string;
  readonly minutes?: number;
}

const claim = ({ spec = 'storageClassName: fast', phase = 'Pending', minutes = 5 }: ClaimFacts = {}) => `
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop, creationTimestamp: "${minutesAgo(minutes)}" }
spec: { ${spec} }
status: { phase: ${phase} }`;

const storageClass = (mode: string, annotations = '') => `
---
{ apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: { name: fast, annotations: { ${annotations} } }, provisioner: disks.acme.io, volumeBindingMode: ${mode} }`;

const event = (reason: string, message: string, type = 'Normal') => `
---
apiVersion: v1
kind: Event
metadata: { name: ${reason.toLowerCase()}, namespace: shop }
involvedObject: { kind: PersistentVolumeClaim, name: data, namespace: shop }
type: ${type}
reason: ${reason}
message: ${JSON.stringify(message)}`;

const user = (conditions = '') => `
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec: { volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }] }
status: { phase: Pending, conditions: [${conditions}] }`;

const waitsForConsumer = event('WaitForFirstConsumer', 'waiting for first consumer to be created before binding');

// The volume controller records FailedBinding and WaitForFirstConsumer as type Normal
// (kubernetes, pkg/controller/volume/persistentvolume/pv_controller.go, syncUnboundClaim).
test.each<[does: string, yaml: string, problems: readonly string[], evidence: string]>([
  [
    'reports a claim whose storage class does not exist at once',
    claim({ minutes: 0 }),
    ['critical ClaimPending PersistentVolumeClaim/data'],
    'spec.storageClassName: fast',
  ],
  [
    'keeps the Normal event FailedBinding when no class is the default',
    claim({ spec: '' }) +
      event('FailedBinding', 'no persistent volumes available for this claim and no storage class is set'),
    ['critical ClaimPending PersistentVolumeClaim/data'],
    'event/FailedBinding message: no persistent volumes available',
  ],
  [
    'keeps the Normal event ExternalProvisioning when the provisioner does not answer',
    claim() +
      storageClass('Immediate') +
      event('ExternalProvisioning', 'Waiting for a volume to be created by "disks.acme.io"'),
    ['critical ClaimPending PersistentVolumeClaim/data'],
    'event/ExternalProvisioning message: Waiting for a volume to be created',
  ],
  [
    'reports a provisioner that fails although the claim waits for a consumer',
    claim() +
      storageClass('WaitForFirstConsumer') +
      user('{ type: PodScheduled, status: "False", reason: Unschedulable }') +
      event('ProvisioningFailed', 'quota of disks exceeded', 'Warning'),
    ['critical ClaimPending PersistentVolumeClaim/data', 'critical Unschedulable Pod/web'],
    'event/ProvisioningFailed message: quota of disks exceeded',
  ],
  [
    'tells an unused claim that waits for its first consumer from a broken one',
    claim() + storageClass('WaitForFirstConsumer') + waitsForConsumer,
    ['info ClaimUnused PersistentVolumeClaim/data'],
    'storageclass/fast volumeBindingMode: WaitForFirstConsumer',
  ],
  [
    'knows the default class of a claim that names none',
    claim({ spec: '' }) + storageClass('WaitForFirstConsumer', 'storageclass.kubernetes.io/is-default-class: "true"'),
    ['info ClaimUnused PersistentVolumeClaim/data'],
    'WaitForFirstConsumer',
  ],
  [
    'reports a volume that is lost',
    claim({ phase: 'Lost' }) + storageClass('Immediate'),
    ['critical ClaimLost PersistentVolumeClaim/data'],
    'status.phase: Lost',
  ],
])('findClaimProblems %s', (...[, yaml, problems, evidence]) => {
  const found = diagnose(yaml);
  expect(toLines(found)).toEqual(problems);
  expect(toEvidence(found)).toContain(evidence);
});

test('findClaimProblems blames the pod and not the claim when the consumer has no node', () => {
  const yaml =
    claim() +
    storageClass('WaitForFirstConsumer') +
    waitsForConsumer +
    user('{ type: PodScheduled, status: "False", reason: Unschedulable, message: "1 Insufficient cpu" }');
  expect(toLines(diagnose(yaml))).toEqual(['critical Unschedulable Pod/web']);
});

test('findClaimProblems reports how long the claim waits when no cause is known', () => {
  expect(toMessages(diagnose(claim() + storageClass('Immediate')))).toMatch(/no volume/);
});

test.each([
  ['a new claim of an existing class', claim({ minutes: 0 }) + storageClass('Immediate')],
  ['a bound claim', claim({ phase: 'Bound' }) + storageClass('Immediate')],
  ['a new claim that waits for a pod', claim({ minutes: 1 }) + storageClass('WaitForFirstConsumer')],
])('findClaimProblems finds nothing for %s', (_name, yaml) => {
  expect(toLines(diagnose(yaml))).toEqual([]);
});

test('findClaimProblems does not call a claim unused when pods cannot be listed', () => {
  const yaml = claim() + storageClass('WaitForFirstConsumer') + waitsForConsumer;
  expect(toLines(diagnose(yaml, { unread: ['Pod'] }))).toEqual([]);
});

test('findClaimProblems derives the binding mode from the event when storage classes cannot be listed', () => {
  expect(toLines(diagnose(claim() + waitsForConsumer, { unread: ['StorageClass'] }))).toEqual([
    'info ClaimUnused PersistentVolumeClaim/data',
  ]);
});
