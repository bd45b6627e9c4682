import { expect, test } from 'vitest';
import { describeConditions, describePodState } from './pod-facts.ts';

const now = new Date('2026-01-01T01:00:00Z');
const condition = (type: string, status: string, message: string) => ({ type, status, reason: 'Some', message });

test("describeConditions shows the conditions that block a namespace's deletion and omits the healthy ones", () => {
  const namespace = {
    kind: 'Namespace',
    status: {
      conditions: [
        condition('NamespaceDeletionDiscoveryFailure', 'False', 'All resources successfully discovered'),
        condition('NamespaceContentRemaining', 'True', 'widgets.acme.io has 1 resource instances'),
        condition('NamespaceFinalizersRemaining', 'True', 'acme.io/hold in 1 resource instances'),
      ],
    },
  };
  expect(describeConditions(namespace)).toEqual([
    'condition NamespaceContentRemaining is True (Some): widgets.acme.io has 1 resource instances',
    'condition NamespaceFinalizersRemaining is True (Some): acme.io/hold in 1 resource instances',
  ]);
});

test('describeConditions puts conditions with the same message on one line', () => {
  const conditions = ['Ready', 'ContainersReady'].map((type) => condition(type, 'False', 'unready: [web]'));
  expect(describeConditions({ kind: 'Pod', status: { conditions } })).toEqual([
    'conditions Ready, ContainersReady are False (Some): unready: [web]',
  ]);
});

test('describePodState names a native sidecar, its readiness and the address of the pod', () => {
  const pod = {
    kind: 'Pod',
    spec: { nodeName: 'a', initContainers: [{ name: 'proxy', restartPolicy: 'Always' }, { name: 'migrate' }] },
    status: {
      phase: 'Running',
      podIP: '10.0.0.7',
      qosClass: 'Burstable',
      initContainerStatuses: [
        { name: 'proxy', ready: false, state: { running: { startedAt: '2026-01-01T00:50:00Z' } } },
        { name: 'migrate', ready: true, state: { terminated: { exitCode: 0, reason: 'Completed' } } },
      ],
    },
  };
  expect(describePodState(pod, now)).toEqual([
    'phase Running, on node a, 10.0.0.7, Burstable',
    'sidecar proxy: running 10m ago; not ready',
    'init container migrate: terminated with exit code 0 (Completed)',
  ]);
});
