import { expect, it } from 'vitest';
import type { KubeObject } from './kube-object.ts';
import { referencesOf } from './references.ts';

const object = (kind: string, rest: object): KubeObject => ({
  kind,
  metadata: { name: 'web', namespace: 'shop' },
  ...rest,
});
const podWith = (spec: object): KubeObject => object('Pod', { spec });
const container = (fields: object) => ({ containers: [{ name: 'app', ...fields }] });
const account = (name: string, namespace: string) => ({ kind: 'ServiceAccount', name, namespace });

/** Formats a reference as `namespace/resource/name key=… port=… optional: use`. */
function describeReferences(of: KubeObject): readonly string[] {
  return referencesOf(of).map(({ resource, namespace, name, key, port, optional, use }) => {
    const details = [key && ` key=${key}`, port && ` port=${port}`, optional && ' optional'].filter(Boolean).join('');
    return `${namespace}/${resource}/${name}${details}: ${use}`;
  });
}

it.each<[what: string, object: KubeObject, references: readonly string[]]>([
  [
    'variables from a Secret and a ConfigMap',
    podWith(
      container({
        env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'keys', key: 'a' } } }],
        envFrom: [{ secretRef: { name: 'keys' } }, { configMapRef: { name: 'settings', optional: true } }],
      }),
    ),
    [
      'shop/secrets/keys key=a: variable A of app',
      'shop/secrets/keys: variables of app',
      'shop/configmaps/settings optional: variables of app',
    ],
  ],
  [
    'all keys of a Secret, and chosen keys of a ConfigMap, as files',
    podWith({
      volumes: [
        { name: 'tls', secret: { secretName: 'tls' } },
        { name: 'conf', configMap: { name: 'conf', items: [{ key: 'a' }, { key: 'b' }] } },
      ],
    }),
    [
      'shop/secrets/tls: volume tls',
      'shop/configmaps/conf key=a: volume conf',
      'shop/configmaps/conf key=b: volume conf',
    ],
  ],
  [
    'the target of an autoscaler with its API group',
    object('HorizontalPodAutoscaler', {
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } },
    }),
    ['shop/Deployment.apps/web: what it scales'],
  ],
  [
    'the target of an autoscaler in the core API group',
    object('HorizontalPodAutoscaler', {
      spec: { scaleTargetRef: { apiVersion: 'v1', kind: 'ReplicationController', name: 'web' } },
    }),
    ['shop/ReplicationController/web: what it scales'],
  ],
  [
    'the class and the volume of a claim',
    object('PersistentVolumeClaim', { spec: { storageClassName: 'fast', volumeName: 'pv-1' } }),
    ['shop/storageclasses/fast: storage class', 'shop/persistentvolumes/pv-1: volume'],
  ],
  [
    'nothing for a claim with empty names',
    object('PersistentVolumeClaim', { spec: { storageClassName: '', volumeName: '' } }),
    [],
  ],
  [
    'the service of a StatefulSet',
    object('StatefulSet', { spec: { serviceName: 'db' } }),
    ['shop/services/db: its service'],
  ],
  ['nothing for a StatefulSet without a service', object('StatefulSet', { spec: { serviceName: '' } }), []],
  [
    'the default backend and the backends of rules',
    object('Ingress', {
      spec: {
        defaultBackend: { service: { name: 'home', port: { number: 80 } } },
        rules: [
          {
            host: 'a.example',
            http: { paths: [{ path: '/x', backend: { service: { name: 'x', port: { name: 'http' } } } }] },
          },
          { http: { paths: [{ backend: { service: { name: 'y' } } }] } },
        ],
      },
    }),
    [
      'shop/services/home port=80: default backend',
      'shop/services/x port=http: backend of a.example/x',
      'shop/services/y: backend of *',
    ],
  ],
  [
    'the role and the service accounts of a binding',
    object('RoleBinding', {
      roleRef: { kind: 'Role', name: 'reader' },
      subjects: [account('ci', 'build'), { kind: 'User', name: 'ann' }],
    }),
    ['shop/roles/reader: role', 'build/serviceaccounts/ci: subject'],
  ],
  [
    'a ClusterRole, and accounts of the same name in two namespaces',
    object('RoleBinding', {
      roleRef: { kind: 'ClusterRole', name: 'view' },
      subjects: [account('default', 'a'), account('default', 'b')],
    }),
    ['shop/clusterroles/view: role', 'a/serviceaccounts/default: subject', 'b/serviceaccounts/default: subject'],
  ],
  [
    'a required reference that a later optional one repeats',
    podWith({
      containers: [
        { name: 'app', envFrom: [{ configMapRef: { name: 'settings' } }] },
        { name: 'log', envFrom: [{ configMapRef: { name: 'settings', optional: true } }] },
      ],
    }),
    ['shop/configmaps/settings: variables of app', 'shop/configmaps/settings optional: variables of log'],
  ],
])('referencesOf lists %s', (_what, of, references) => {
  expect(describeReferences(of)).toEqual(references);
});
