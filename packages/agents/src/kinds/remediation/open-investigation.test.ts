import type { ClusterReport } from '@shipmate/domain/cluster';
import { expect, it } from 'vitest';
import { openInvestigation } from './open-investigation.ts';

type Problem = ClusterReport['problems'][number];

const pod = (name: string, namespace: string) => ({ apiVersion: 'v1', kind: 'Pod', name, namespace });

const problemOf = (name: string, fields: Partial<Problem> = {}): Problem => ({
  severity: 'critical',
  reason: 'CrashLoopBackOff',
  object: pod(`${name}-0`, 'shop'),
  root: { apiVersion: 'apps/v1', kind: 'StatefulSet', name, namespace: 'shop' },
  message: 'It crashes.',
  evidence: [{ path: `status.containerStatuses[${name}].lastState.terminated.exitCode`, value: '1' }],
  isSymptom: false,
  next: 'Read the log.',
  alike: [],
  ...fields,
});

const follow = (issue: string, ...problems: readonly Problem[]) =>
  openInvestigation(issue).follow?.({
    context: 'test',
    version: 'v1.34.0',
    isSimulated: true,
    at: '2026-01-01T00:00:00Z',
    health: { counts: { critical: 1, warning: 0, info: 0 }, workloads: [], nodes: [], namespaces: [] },
    problems,
    gaps: [],
  });

const describing = (resource: string) => ({
  tool: 'kubectl_describe',
  input: { resource, namespace: 'shop', maxTokens: 1_000 },
});

it('openInvestigation describes the cause that the issue names and reads the log of its ended container', () => {
  expect(follow('The queue restarts.', problemOf('web'), problemOf('queue'))).toEqual([
    describing('Pod/queue-0'),
    {
      tool: 'kubectl_logs',
      input: { pod: 'queue-0', namespace: 'shop', container: 'queue', previous: true, tail: 15, maxTokens: 1_000 },
    },
  ]);
});

it('openInvestigation prefers the ended container to the Service of the same name that it leaves without endpoints', () => {
  const service = { apiVersion: 'v1', kind: 'Service', name: 'queue', namespace: 'shop' };
  const unserved = problemOf('queue', { object: service, root: service, reason: 'NoReadyEndpoints', evidence: [] });
  expect(follow('What is wrong with queue in shop?', unserved, problemOf('queue'))?.[0]).toEqual(
    describing('Pod/queue-0'),
  );
});

it('openInvestigation prefers the first of causes with the same names', () => {
  const pending = problemOf('queue', { reason: 'Unschedulable', evidence: [] });
  const object = { ...pending.root };
  const unnamed = problemOf('queue', { severity: 'warning', object, reason: 'MissingService', evidence: [] });
  expect(follow('Why does the queue not run?', pending, unnamed)).toEqual([describing('Pod/queue-0')]);
});

it('openInvestigation describes the first cause when the issue names none', () => {
  expect(
    follow('It is slow.', problemOf('web', { isSymptom: true }), problemOf('db'), problemOf('queue'))?.[0],
  ).toEqual(describing('Pod/db-0'));
});

it.each<[string, Partial<Problem>]>([
  ['a container that never ran', { evidence: [{ path: 'status.phase', value: 'Pending' }] }],
  ['a container that was killed for its memory', { reason: 'OOMKilled' }],
])('openInvestigation reads no log of %s', (_name, fields) => {
  expect(follow('web', problemOf('web', fields))).toEqual([describing('Pod/web-0')]);
});

it('openInvestigation reads the log of the newest pod of a failed job', () => {
  const job = { apiVersion: 'batch/v1', kind: 'Job', name: 'seed', namespace: 'shop' };
  const evidence = [{ of: 'pod/seed-x', path: 'status.containerStatuses[].state.terminated', value: 'exit code 1' }];
  expect(follow('seed', problemOf('seed', { object: job, root: job, evidence }))?.[1]).toEqual({
    tool: 'kubectl_logs',
    input: { pod: 'seed-x', namespace: 'shop', previous: false, tail: 15, maxTokens: 1_000 },
  });
});

it('openInvestigation makes no further calls when there are no causes', () => {
  expect(follow('web')).toEqual([]);
  expect(openInvestigation('web').follow?.('no report')).toEqual([]);
});
