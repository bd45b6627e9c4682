import { expect, test } from 'vitest';
import { diagnose, minutesAgo, now, toLines } from '../../../../test/support/diagnose.ts';

const old = `creationTimestamp: "${minutesAgo(600)}"`;

const deployment = (status: string, spec = 'replicas: 3') => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop, ${old} }
spec: { ${spec} }
status: ${status}`;

const configured = (podSpec: string) =>
  deployment('{ availableReplicas: 3 }', `replicas: 3, template: { spec: ${podSpec} }`);

const job = (status: string, metadata = 'name: import') => `
apiVersion: batch/v1
kind: Job
metadata: { ${metadata}, namespace: shop, uid: j1 }
spec: {}
status: ${status}`;

const cronJob = (spec: string, status = '{}') => `
apiVersion: batch/v1
kind: CronJob
metadata: { name: nightly, namespace: shop, ${old} }
spec: { ${spec} }
status: ${status}`;

const failedPod = `
---
apiVersion: v1
kind: Pod
metadata: { name: import-x, namespace: shop, ownerReferences: [{ apiVersion: batch/v1, kind: Job, name: import, uid: j1, controller: true }] }
status: { phase: Failed, containerStatuses: [{ name: app, state: { terminated: { exitCode: 6, reason: Error } } }] }`;

const ofNightly = 'ownerReferences: [{ apiVersion: batch/v1, kind: CronJob, name: nightly, uid: c1 }]';

test.each<[name: string, yaml: string, problems: readonly string[], evidence: string]>([
  [
    'a deployment of which nothing serves',
    deployment(
      `{ conditions: [{ type: Available, status: "False", reason: MinimumReplicasUnavailable, lastTransitionTime: "${minutesAgo(1)}" }] }`,
    ),
    ['critical Unavailable Deployment/web'],
    'status.availableReplicas: 0',
  ],
  [
    'a deployment of which some serve',
    deployment('{ availableReplicas: 2 }'),
    ['warning Unavailable Deployment/web'],
    'status.availableReplicas: 2',
  ],
  [
    'a rollout that is stuck',
    deployment(
      '{ availableReplicas: 3, updatedReplicas: 1, conditions: [{ type: Progressing, status: "False", reason: ProgressDeadlineExceeded, message: has timed out }] }',
    ),
    ['critical RolloutStuck Deployment/web'],
    'status.conditions[Progressing].message: has timed out',
  ],
  [
    'a deployment whose pods are refused',
    deployment(
      '{ availableReplicas: 3, conditions: [{ type: ReplicaFailure, status: "True", reason: FailedCreate, message: exceeded quota }] }',
    ),
    ['critical PodsRefused Deployment/web'],
    'status.conditions[ReplicaFailure].message: exceeded quota',
  ],
  [
    'a stateful set whose pods are refused, and that says so in events only',
    `
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db, namespace: shop, ${old} }
spec: { replicas: 1 }
---
apiVersion: v1
kind: Event
metadata: { name: e, namespace: shop }
involvedObject: { kind: StatefulSet, name: db, namespace: shop }
reason: FailedCreate
message: forbidden by policy`,
    ['critical PodsRefused StatefulSet/db', 'critical Unavailable StatefulSet/db'],
    'message: forbidden by policy',
  ],
  [
    'a daemon set with nodes without it',
    `{ apiVersion: apps/v1, kind: DaemonSet, metadata: { name: logs, ${old} }, status: { desiredNumberScheduled: 3, currentNumberScheduled: 3, numberReady: 1 } }`,
    ['warning Unavailable DaemonSet/logs'],
    'status.numberReady: 1',
  ],
  [
    'a deployment with a config map that does not exist',
    configured('{ containers: [{ name: app, envFrom: [{ configMapRef: { name: settings } }] }] }'),
    ['critical MissingConfigMap Deployment/web'],
    'variables of app: configmap/settings',
  ],
  [
    'a deployment with a secret, a claim and an account that do not exist',
    configured(
      '{ serviceAccountName: web, containers: [], volumes: [{ name: tls, secret: { secretName: cert } }, { name: data, persistentVolumeClaim: { claimName: data } }] }',
    ),
    [
      'critical MissingServiceAccount Deployment/web',
      'critical MissingSecret Deployment/web',
      'critical MissingPersistentVolumeClaim Deployment/web',
    ],
    'volume data: persistentvolumeclaim/data',
  ],
  [
    'a deployment whose images need a secret that does not exist',
    configured('{ containers: [], imagePullSecrets: [{ name: registry }] }'),
    ['warning MissingSecret Deployment/web'],
    'image pull secret: secret/registry',
  ],
  [
    'a binding to a role that does not exist',
    '{ apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: { name: readers, namespace: shop }, roleRef: { kind: Role, name: reader }, subjects: [] }',
    ['warning MissingRole RoleBinding/readers'],
    'role: role/reader',
  ],
  [
    'a job that failed',
    job('{ conditions: [{ type: Failed, status: "True", reason: BackoffLimitExceeded }] }') + failedPod,
    ['critical JobBackoffLimitExceeded Job/import'],
    'terminated: Error, exit code 6',
  ],
  [
    'a job that tries again',
    job('{ failed: 2, active: 1 }') + failedPod,
    ['warning JobFailing Job/import'],
    'status.failed: 2',
  ],
  [
    'a job that is suspended',
    job('{ conditions: [{ type: Suspended, status: "True" }] }'),
    ['info JobSuspended Job/import'],
    '',
  ],
  [
    'a cron job that is suspended',
    cronJob('schedule: "0 2 * * *", suspend: true'),
    ['info CronJobSuspended CronJob/nightly'],
    'spec.suspend: true',
  ],
  [
    'a cron job that has missed its time',
    cronJob('schedule: "0 * * * *"', '{ lastScheduleTime: "2026-03-01T09:00:00Z" }'),
    ['warning MissedSchedule CronJob/nightly'],
    'status.lastScheduleTime: 2026-03-01T09:00:00Z',
  ],
  [
    'a cron job whose last run does not end',
    cronJob(
      'schedule: "0 * * * *", concurrencyPolicy: Forbid',
      '{ lastScheduleTime: "2026-03-01T09:00:00Z", active: [{ name: nightly-1 }] }',
    ),
    ['warning MissedSchedule CronJob/nightly'],
    'status.active: nightly-1',
  ],
])('findProblems reports %s', (...[, yaml, problems, evidence]) => {
  const found = diagnose(yaml);
  expect(toLines(found)).toEqual(problems);
  expect(
    found.flatMap((problem) => problem.evidence.map(({ path, value }) => `${path}: ${value}`)).join('\n'),
  ).toContain(evidence);
});

test.each([
  ['a deployment that is scaled to zero', deployment('{}', 'replicas: 0')],
  [
    'a deployment that has just been made',
    `{ apiVersion: apps/v1, kind: Deployment, metadata: { name: web, creationTimestamp: "${now.toISOString()}" }, spec: { replicas: 1 } }`,
  ],
  [
    'a secret that may be missing',
    configured('{ containers: [], volumes: [{ name: tls, secret: { secretName: cert, optional: true } }] }'),
  ],
  [
    'a binding of the system',
    '{ kind: ClusterRoleBinding, metadata: { name: "system:node" }, roleRef: { kind: ClusterRole, name: gone } }',
  ],
  [
    'a failed run of a cron job that has succeeded since',
    [
      job(
        '{ startTime: "2026-03-01T09:00:00Z", conditions: [{ type: Failed, status: "True" }] }',
        `name: nightly-1, ${ofNightly}`,
      ),
      job(
        '{ startTime: "2026-03-01T10:00:00Z", conditions: [{ type: Complete, status: "True" }] }',
        `name: nightly-2, ${ofNightly}`,
      ),
    ].join('\n---'),
  ],
  ['a cron job that ran in time', cronJob('schedule: "0 * * * *"', '{ lastScheduleTime: "2026-03-01T11:00:00Z" }')],
  [
    'a cron job that is only now due',
    cronJob('schedule: "0 12 * * *", timeZone: Etc/UTC', '{ lastScheduleTime: "2026-02-28T12:00:00Z" }'),
  ],
  ['a schedule that cannot be read', cronJob('schedule: whenever')],
])('findProblems finds nothing for %s', (_name, yaml) => {
  expect(toLines(diagnose(yaml))).toEqual([]);
});
