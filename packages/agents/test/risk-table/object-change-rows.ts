import { type Row, inSpec, json, merge, strategic } from './row.ts';

/** Changes of objects other than workloads. */
export const objectChangeRows: readonly Row[] = [
  {
    title: 'change a ConfigMap',
    forms: [
      merge('configmap/settings', { data: { mode: 'slow' } }),
      strategic('configmap/settings', { data: { mode: 'slow' } }),
      json('configmap/settings', [{ op: 'replace', path: '/data/mode', value: 'slow' }]),
    ],
    level: 'medium',
    why: 'configuration',
  },
  {
    title: 'remove a key of a ConfigMap',
    forms: [
      merge('configmap/settings', { data: { mode: null } }),
      json('configmap/settings', [{ op: 'remove', path: '/data/mode' }]),
    ],
    level: 'high',
    why: 'a removal',
  },
  {
    title: 'change a Secret',
    forms: [merge('secret/tls', { stringData: { more: 'value' } })],
    level: 'high',
    why: 'a credential',
  },
  {
    title: 'change the selector of a Service',
    forms: [
      merge('service/web', { spec: { selector: { app: 'other' } } }),
      json('service/web', [{ op: 'replace', path: '/spec/selector/app', value: 'other' }]),
    ],
    level: 'medium',
    why: 'traffic goes to other pods',
  },
  {
    title: 'change the target port of a Service',
    forms: [strategic('service/web', { spec: { ports: [{ port: 80, targetPort: 9090 }] } })],
    level: 'medium',
    why: 'traffic goes to another port',
  },
  {
    title: 'open a Service on the nodes',
    forms: inSpec('service/web', 'type', 'NodePort'),
    level: 'high',
    why: 'reachable from outside',
  },
  {
    title: 'send a Service to an external address',
    forms: inSpec('service/web', 'externalIPs', ['192.0.2.7']),
    level: 'high',
    why: 'takes traffic of an address',
  },
  {
    title: 'change an Ingress',
    forms: inSpec('ingress/web', 'defaultBackend', { service: { name: 'other', port: { number: 80 } } }),
    level: 'high',
    why: 'network',
  },
  {
    title: 'open a NetworkPolicy',
    forms: inSpec('networkpolicy/closed', 'ingress', [{}]),
    level: 'high',
    why: 'network',
  },
  {
    title: 'raise a quota',
    forms: [merge('resourcequota/limit', { spec: { hard: { pods: '60' } } })],
    level: 'medium',
    why: 'more may run',
  },
  {
    title: 'lower a quota',
    forms: [merge('resourcequota/limit', { spec: { hard: { pods: '5' } } })],
    level: 'high',
    why: 'less may run',
  },
  {
    title: 'raise the most replicas of an autoscaler',
    forms: inSpec('hpa/web', 'maxReplicas', 8),
    level: 'medium',
    why: 'more may run',
  },
  {
    title: 'lower the most replicas of an autoscaler',
    forms: inSpec('hpa/web', 'maxReplicas', 2),
    level: 'high',
    why: 'less may run',
  },
  {
    title: 'grant a Role more',
    forms: [
      json('role/reader', [
        { op: 'add', path: '/rules/-', value: { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] } },
      ]),
    ],
    level: 'high',
    why: 'grants permissions',
  },
  {
    title: 'change the schedule of a CronJob',
    forms: inSpec('cronjob/report', 'schedule', '0 2 * * *'),
    level: 'medium',
    why: 'another time',
  },
  {
    title: 'suspend a CronJob',
    forms: inSpec('cronjob/report', 'suspend', true),
    level: 'high',
    why: 'nothing runs any more',
  },
  {
    title: 'change the command of a CronJob',
    forms: [
      strategic('cronjob/report', {
        spec: { jobTemplate: { spec: { template: { spec: { containers: [{ name: 'report', command: ['x'] }] } } } } },
      }),
    ],
    level: 'high',
    why: 'another program',
  },
  {
    title: 'label a Namespace',
    forms: [
      {
        verb: 'patch',
        target: { resource: 'namespace', name: 'shop' },
        type: 'merge',
        patch: { metadata: { labels: { a: 'b' } } },
      },
    ],
    level: 'high',
    why: 'affects the whole namespace',
  },
];
