import { type Row, command, inSpec, json, merge, strategic } from './row.ts';

const restartedAt = 'kubectl.kubernetes.io/restartedAt';
const restart = (object: string) => [
  command(`rollout restart ${object}`),
  merge(object, { spec: { template: { metadata: { annotations: { [restartedAt]: '2026-01-01T00:00:00Z' } } } } }),
];

/** Replicas, restarts and rollouts. */
export const scalingRows: readonly Row[] = [
  {
    title: 'scale a Deployment from 3 to 5',
    forms: [
      command('scale deployment/web --replicas=5'),
      ...inSpec('deployment/web', 'replicas', 5),
      strategic('deployment/web', { spec: { replicas: 5 } }),
    ],
    level: 'low',
    isAutomatic: true,
    why: 'at most double',
  },
  {
    title: 'scale a StatefulSet from 3 to 4',
    forms: [command('scale statefulset/db --replicas=4')],
    level: 'low',
    isAutomatic: true,
    why: 'at most double',
  },
  {
    title: 'scale a StatefulSet that claims storage',
    forms: [command('scale statefulset/store --replicas=4')],
    level: 'medium',
    why: 'each new pod claims storage',
  },
  {
    title: 'scale a Deployment from 3 to 7',
    forms: [command('scale deployment/web --replicas=7'), ...inSpec('deployment/web', 'replicas', 7)],
    level: 'medium',
    why: 'more than double costs much',
  },
  {
    title: 'scale a Deployment from 3 to 500',
    forms: inSpec('deployment/web', 'replicas', 500),
    level: 'medium',
    why: 'fills the cluster',
  },
  {
    title: 'scale a Deployment from 3 to 2',
    forms: [command('scale deployment/web --replicas=2'), ...inSpec('deployment/web', 'replicas', 2)],
    level: 'medium',
    why: 'takes capacity away',
  },
  {
    title: 'scale a Deployment to 0',
    forms: [
      command('scale deployment/web --replicas=0'),
      ...inSpec('deployment/web', 'replicas', 0),
      strategic('deployment/web', { spec: { replicas: 0 } }),
      json('deployment/web', [{ op: 'replace', path: '/spec/replicas', value: 0 }]),
    ],
    level: 'high',
    why: 'an outage, whatever the form',
  },
  {
    title: 'remove the replicas, which become 1',
    forms: [
      merge('deployment/web', { spec: { replicas: null } }),
      json('deployment/web', [{ op: 'remove', path: '/spec/replicas' }]),
    ],
    level: 'medium',
    why: 'the server sets 1: fewer than 3',
  },
  {
    title: 'start a Deployment that has 0 replicas',
    forms: [command('scale deployment/stopped --replicas=1')],
    level: 'medium',
    why: 'a user switched it off',
  },
  {
    title: 'restart a Deployment of 3',
    forms: restart('deployment/web'),
    level: 'low',
    isAutomatic: true,
    why: 'gradual',
  },
  {
    title: 'restart a Deployment of 1',
    forms: restart('deployment/single'),
    level: 'medium',
    isAutomatic: true,
    why: 'its only pod is replaced',
  },
  {
    title: 'restart a Deployment with the strategy Recreate',
    forms: restart('deployment/recreated'),
    level: 'medium',
    isAutomatic: true,
    why: 'all pods stop first',
  },
  {
    title: 'restart a StatefulSet',
    forms: restart('statefulset/db'),
    level: 'medium',
    isAutomatic: true,
    why: 'members are missing for a moment',
  },
  {
    title: 'restart a DaemonSet',
    forms: restart('daemonset/agent'),
    level: 'medium',
    isAutomatic: true,
    why: 'nodes are without it for a moment',
  },
  {
    title: 'restart with a text that is no time',
    forms: [merge('deployment/web', { spec: { template: { metadata: { annotations: { [restartedAt]: '$(id)' } } } } })],
    level: 'high',
    why: 'not what kubectl sets',
  },
  {
    title: 'restart in kube-system',
    forms: [{ verb: 'restart', target: { resource: 'deployment', name: 'system', namespace: 'kube-system' } }],
    level: 'high',
    why: 'the namespace belongs to the cluster',
  },
  {
    title: 'change the strategy to Recreate',
    forms: [merge('deployment/web', { spec: { strategy: { type: 'Recreate', rollingUpdate: null } } })],
    level: 'high',
    why: 'removes the gradual rollout',
  },
  {
    title: 'change maxSurge',
    forms: [
      merge('deployment/web', { spec: { strategy: { rollingUpdate: { maxSurge: 2 } } } }),
      strategic('deployment/web', { spec: { strategy: { rollingUpdate: { maxSurge: 2 } } } }),
    ],
    level: 'medium',
    why: 'changes how updates go',
  },
  {
    title: 'pause a Deployment',
    forms: inSpec('deployment/web', 'paused', true),
    level: 'medium',
    why: 'holds later changes back',
  },
  {
    title: 'resume a Deployment',
    forms: inSpec('deployment/paused', 'paused', false),
    level: 'medium',
    why: 'pending changes take effect',
  },
];
