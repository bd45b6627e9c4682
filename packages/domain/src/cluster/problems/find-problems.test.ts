import { expect, test } from 'vitest';
import { diagnose, toLines } from '../../../test/support/diagnose.ts';

const crashing = (name: string) => `
---
apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, ownerReferences: [{ apiVersion: apps/v1, kind: ReplicaSet, name: web-1, uid: rs, controller: true }] }
status: { phase: Running, containerStatuses: [{ name: app, restartCount: ${name.length}, state: { waiting: { reason: CrashLoopBackOff } } }] }`;

const replicaSet = `
---
apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web-1, namespace: shop, ownerReferences: [{ apiVersion: apps/v1, kind: Deployment, name: web, uid: d, controller: true }] }`;

const deployment = `
---
{ apiVersion: apps/v1, kind: Deployment, metadata: { name: web, namespace: shop, creationTimestamp: "2026-01-01T00:00:00Z" }, spec: { replicas: 2 }, status: {} }`;

const cordoned = `
---
{ apiVersion: v1, kind: Node, metadata: { name: a }, spec: { unschedulable: true }, status: { conditions: [{ type: Ready, status: "True" }] } }`;

test('findProblems reports one problem of several pods once under their workload', () => {
  const found = diagnose(crashing('web-1-a') + crashing('web-1-bb') + replicaSet + deployment);
  expect(toLines(found)).toEqual(['critical CrashLoopBackOff Pod/web-1-a', 'critical Unavailable Deployment/web']);
  expect(found[0]).toMatchObject({ root: { kind: 'Deployment', name: 'web' }, alike: ['web-1-bb'] });
});

test('findProblems lists the worst problems first and groups them by root', () => {
  const found = diagnose(cordoned + crashing('web-1-a') + replicaSet + deployment);
  expect(found.map(({ severity }) => severity)).toEqual(['critical', 'critical', 'info']);
});

test('findProblems lists roots with equally severe problems by name', () => {
  const found = diagnose(cordoned.replace('name: a', 'name: b') + cordoned + cordoned.replace('name: a', 'name: c'));
  expect(found.map(({ root }) => root.name)).toEqual(['a', 'b', 'c']);
});

test('findProblems lists the worst problems of a root first, and its symptoms last', () => {
  const written = 'managedFields: [{ manager: helm, apiVersion: apps/v1beta1 }], ';
  const paused = deployment.replace('replicas: 2', 'replicas: 2, paused: true');
  const severe = paused.replace('status: {}', 'status: { replicas: 2, updatedReplicas: 1 }');
  expect(toLines(diagnose(severe.replace('{ name: web', `{ ${written}name: web`)))).toEqual([
    'warning RolloutPaused Deployment/web',
    'info DeprecatedApi Deployment/web',
    'critical Unavailable Deployment/web',
  ]);
});

test('findProblems lists the worst problems of a root first when a rule finds others before them', () => {
  const job = (name: string, rest: string) => `
---
apiVersion: batch/v1
kind: Job
metadata: { name: ${name}, namespace: shop, ownerReferences: [{ apiVersion: batch/v1, kind: CronJob, name: nightly, uid: c, controller: true }] }
${rest}`;
  const suspended = 'spec: { suspend: true }\nstatus: { conditions: [{ type: Suspended, status: "True" }] }';
  const failed = 'status: { conditions: [{ type: Failed, status: "True" }] }';
  const reasons = diagnose(job('a', suspended) + job('b', failed)).map(({ reason }) => reason);
  expect(reasons).toEqual(['JobFailed', 'JobSuspended']);
});

test('findProblems names an owner that was not read', () => {
  const [problem] = diagnose(crashing('web-1-a'), { unread: ['ReplicaSet'] });
  expect(problem?.root).toEqual({ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', namespace: 'shop' });
});

test('findProblems reports nothing as missing outside the namespace that was read', () => {
  const webhook = `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: { name: sidecars }
webhooks: [{ name: inject.acme.io, clientConfig: { service: { namespace: mesh, name: injector } } }]`;
  expect(toLines(diagnose(webhook))).toEqual(['critical WebhookUnreachable MutatingWebhookConfiguration/sidecars']);
  expect(diagnose(webhook, { namespace: 'shop' })).toEqual([]);
});

test('findProblems quotes values of objects on one line and truncates them', () => {
  const loud = `
apiVersion: v1
kind: Pod
metadata: { name: loud }
status: { phase: Failed, reason: Evicted, message: ${JSON.stringify(`line\n${'x'.repeat(5_000)}`)} }`;
  const [, said] = diagnose(loud)[0]?.evidence ?? [];
  expect(said?.value).toMatch(/^line x+…$/);
  expect(said?.value.length).toBeLessThan(500);
});

test('findProblems skips objects of unexpected shape', () => {
  const odd = `
---
{ kind: Pod, metadata: { name: a }, status: { phase: 7, conditions: no, containerStatuses: [1, null, { state: 3 }] } }
---
{ kind: Service, metadata: { name: b }, spec: { selector: [], ports: 3 } }
---
{ kind: Deployment, metadata: 1 }
---
{ kind: Node }
---
{ kind: CronJob, spec: { schedule: { } } }
---
{ kind: NetworkPolicy, metadata: { name: c }, spec: { ingress: [null, { from: {} }] } }`;
  expect(toLines(diagnose(odd)).filter((line) => !/Node|Unavailable|PolicySelects/.test(line))).toEqual([]);
});
