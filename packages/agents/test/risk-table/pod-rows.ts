import { type Row, inContainer, inPods, json, merge, strategic } from './row.ts';

const podSpec = (fields: object) => ({ spec: { template: { spec: fields } } });

/** Privileges, scheduling, ports and metadata of pods. */
export const podRows: readonly Row[] = [
  {
    title: 'run a container as privileged',
    forms: inContainer('deployment/web', 'securityContext', {
      privileged: true,
    }),
    level: 'high',
    why: 'power over the node',
  },
  {
    title: 'run pods as root',
    forms: inPods('deployment/web', 'securityContext', { runAsUser: 0 }),
    level: 'high',
    why: 'privileges',
  },
  {
    title: 'share the network of the node',
    forms: inPods('deployment/web', 'hostNetwork', true),
    level: 'high',
    why: 'power over the node',
  },
  {
    title: 'see the processes of the node',
    forms: inPods('deployment/web', 'hostPID', true),
    level: 'high',
    why: 'power over the node',
  },
  {
    title: 'mount the token of the service account',
    forms: inPods('deployment/web', 'automountServiceAccountToken', true),
    level: 'high',
    why: 'a credential',
  },
  {
    title: 'change the service account by JSON patch of the deprecated field',
    forms: [
      json('deployment/web', [{ op: 'replace', path: '/spec/template/spec/serviceAccount', value: 'admin' }]),
      merge('deployment/web', podSpec({ serviceAccount: 'admin' })),
    ],
    level: 'high',
    why: 'other permissions',
  },
  {
    title: 'tolerate every taint',
    forms: inPods('deployment/web', 'tolerations', [{ operator: 'Exists' }]),
    level: 'high',
    why: 'runs on any node',
  },
  {
    title: 'pin pods to a node',
    forms: inPods('deployment/web', 'nodeName', 'node-1'),
    level: 'high',
    why: 'passes the scheduler',
  },
  {
    title: 'change the node selector',
    forms: [
      merge('deployment/web', podSpec({ nodeSelector: { disk: 'hdd' } })),
      json('deployment/web', [{ op: 'replace', path: '/spec/template/spec/nodeSelector/disk', value: 'hdd' }]),
    ],
    level: 'medium',
    why: 'other nodes',
  },
  {
    title: 'remove the node selector',
    forms: [
      merge('deployment/web', podSpec({ nodeSelector: null })),
      json('deployment/web', [{ op: 'remove', path: '/spec/template/spec/nodeSelector' }]),
    ],
    level: 'high',
    why: 'a removal',
  },
  {
    title: 'open a port of the node',
    forms: [
      strategic(
        'deployment/web',
        podSpec({ containers: [{ name: 'web', ports: [{ containerPort: 9090, hostPort: 9090 }] }] }),
      ),
    ],
    level: 'high',
    why: 'reachable from outside',
  },
  {
    title: 'declare a container port',
    forms: [strategic('deployment/web', podSpec({ containers: [{ name: 'web', ports: [{ containerPort: 9090 }] }] }))],
    level: 'medium',
    why: 'a description of the container',
  },
  {
    title: 'run a program when containers stop',
    forms: inContainer('deployment/web', 'lifecycle', {
      preStop: { exec: { command: ['x'] } },
    }),
    level: 'high',
    why: 'runs a program',
  },
  {
    title: 'change a label of the pods',
    forms: [merge('deployment/web', { spec: { template: { metadata: { labels: { role: 'db' } } } } })],
    level: 'high',
    why: 'Services and network policies select by it',
  },
  {
    title: 'annotate the pods',
    forms: [
      merge('deployment/web', { spec: { template: { metadata: { annotations: { 'example.com/inject': 'true' } } } } }),
    ],
    level: 'high',
    why: 'controllers act on annotations',
  },
  {
    title: 'label a Deployment',
    forms: [merge('deployment/web', { metadata: { labels: { team: 'shop' } } })],
    level: 'medium',
    why: 'a description',
  },
  {
    title: 'label a Deployment for a controller',
    forms: [merge('deployment/web', { metadata: { labels: { 'argocd.argoproj.io/instance': 'x' } } })],
    level: 'high',
    why: 'controllers act on labels',
  },
  {
    title: 'give a Deployment an owner',
    forms: [
      json('deployment/web', [
        {
          op: 'add',
          path: '/metadata/ownerReferences',
          value: [
            { apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', uid: '11111111-1111-4111-8111-111111111111' },
          ],
        },
      ]),
      merge('deployment/web', {
        metadata: {
          ownerReferences: [
            { apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', uid: '11111111-1111-4111-8111-111111111111' },
          ],
        },
      }),
    ],
    level: 'high',
    why: 'the garbage collector deletes it',
  },
  {
    title: 'add a finalizer',
    forms: [merge('deployment/web', { metadata: { finalizers: ['example.com/hold'] } })],
    level: 'high',
    why: 'holds back deletion',
  },
];
