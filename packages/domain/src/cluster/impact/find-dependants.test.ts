import { expect, it } from 'vitest';
import { kindOf, type KubeObject, nameOf } from '../object/kube-object.ts';
import { findDependants } from './find-dependants.ts';

const kinds: Readonly<Record<string, string>> = {
  configmaps: 'ConfigMap',
  secrets: 'Secret',
  services: 'Service',
  serviceaccounts: 'ServiceAccount',
  persistentvolumeclaims: 'PersistentVolumeClaim',
  'deployments.apps': 'Deployment',
  'Deployment.apps': 'Deployment',
};

const object = (kind: string, name: string, spec: object = {}): KubeObject => ({
  kind,
  metadata: { name, namespace: 'shop' },
  spec,
});
const elsewhere = ({ metadata, ...rest }: KubeObject): KubeObject => ({
  ...rest,
  metadata: { ...(metadata as object), namespace: 'other' },
});
const settings = object('ConfigMap', 'settings');
const template = (podSpec: object, labels: object = { app: 'web' }) => ({
  template: { metadata: { labels }, spec: podSpec },
});
const reading = (optional?: boolean) => ({
  containers: [
    { name: 'web', envFrom: [{ configMapRef: { name: 'settings', ...(optional !== undefined && { optional }) } }] },
  ],
});
const selecting = (labels: object) => ({ selector: { matchLabels: labels } });

/** Formats dependants as `kind/name <- kind/name: because (distance)`. */
function find(target: KubeObject, objects: readonly KubeObject[]): readonly string[] {
  const titleOf = (each: KubeObject): string => `${kindOf(each)}/${nameOf(each)}`;
  return findDependants(target, objects, (resource) => kinds[resource]).map(
    ({ object: one, of, because, distance, isOptional }) =>
      `${titleOf(one)} <- ${titleOf(of)}: ${because} (${distance}${isOptional ? ', optional' : ''})`,
  );
}

it('findDependants follows references and selectors to the ingress, each object once', () => {
  const deployment = object('Deployment', 'web', template(reading()));
  const service = object('Service', 'web', { selector: { app: 'web' } });
  const ingress = object('Ingress', 'web', {
    rules: [{ host: 'a.example', http: { paths: [{ path: '/', backend: { service: { name: 'web' } } }] } }],
  });
  const others = [
    object('Service', 'all', { selector: {} }),
    object('Service', 'none'),
    object('Service', 'api', { selector: { app: 'api' } }),
    elsewhere(object('Service', 'web', { selector: { app: 'web' } })),
    elsewhere(object('Deployment', 'web', template(reading()))),
    object('ConfigMap', 'other'),
  ];
  const found = find(settings, [settings, ingress, service, deployment, ...others]);
  expect(found.map((line) => line.replace(/: .* \(/u, ' ('))).toEqual([
    'Deployment/web <- ConfigMap/settings (1)',
    'Service/web <- Deployment/web (2)',
    'Ingress/web <- Service/web (3)',
  ]);
  expect(found[1]).toBe('Service/web <- Deployment/web: selects its pods (2)');
});

it.each([
  ['required', undefined, ''],
  ['optional', true, ', optional'],
])('findDependants tells that a reference is %s', (_what, optional, suffix) => {
  const [line = ''] = find(settings, [object('Deployment', 'web', template(reading(optional)))]);
  expect(line).toMatch(new RegExp(`\\(1${suffix}\\)$`, 'u'));
});

it.each<[kind: string, spec: object, selects: boolean]>([
  ['PodDisruptionBudget', selecting({ app: 'web' }), true],
  ['PodDisruptionBudget', selecting({ app: 'api' }), false],
  ['PodDisruptionBudget', { selector: {} }, true],
  ['PodDisruptionBudget', {}, false],
  ['NetworkPolicy', { podSelector: { matchLabels: { app: 'web' } } }, true],
  ['NetworkPolicy', selecting({ app: 'api' }), false],
  ['Service', { selector: { app: 'web' } }, true],
  ['Gateway', selecting({ app: 'web' }), false],
])('findDependants of a workload: a %s with %j selects its pods: %s', (kind, spec, selects) => {
  const workloads = [
    { kind: 'Pod', metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' } } },
    ...['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job'].map((each) => object(each, 'web', template({}))),
    object('CronJob', 'web', { jobTemplate: { spec: template({}) } }),
  ];
  for (const workload of workloads) {
    const title = `${kind}/x <- ${kindOf(workload)}/web: selects its pods (1)`;
    expect(find(workload, [object(kind, 'x', spec)])).toEqual(selects ? [title] : []);
  }
  expect(find(object('Widget', 'web', template({})), [object(kind, 'x', spec)])).toEqual([]);
});

it('findDependants does not follow the target itself, nor references to another kind of the same name', () => {
  const secret = object('Secret', 'settings');
  expect(find(settings, [settings, secret])).toEqual([]);
  expect(find(secret, [object('Deployment', 'web', template(reading()))])).toEqual([]);
});

it('findDependants lists neither the target nor a dependant again when references form a cycle', () => {
  const service = object('Service', 'web', { selector: { app: 'web' } });
  const set = object('StatefulSet', 'web', { serviceName: 'web', ...template(reading()) });
  expect(find(service, [service, set])).toEqual(['StatefulSet/web <- Service/web: its service (1)']);
  expect(find(settings, [settings, service, set])).toEqual([
    'StatefulSet/web <- ConfigMap/settings: variables of web (1)',
    'Service/web <- StatefulSet/web: selects its pods (2)',
  ]);
});

it('findDependants reports a dependant with an optional and a required reference as required', () => {
  const env = [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'settings', key: 'a' } } }];
  const containers = reading(true).containers.map((each) => ({ ...each, env }));
  expect(find(settings, [object('Deployment', 'web', template({ containers }))])).toEqual([
    'Deployment/web <- ConfigMap/settings: variable A of web (1)',
  ]);
});
