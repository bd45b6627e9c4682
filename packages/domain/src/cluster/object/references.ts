import { type KubeObject, kindOf, namespaceOf } from './kube-object.ts';
import { entryOf, isJsonObject, type JsonObject, objectAt, objectsAt, textAt, valueAt } from './read-value.ts';

/** A reference to another object that an object needs. */
export interface Reference {
  /** Kind as the resource catalogue resolves it. */
  readonly resource: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  /** Key in a ConfigMap or Secret. */
  readonly key?: string | undefined;
  /** Port of a Service. */
  readonly port?: string | undefined;
  readonly optional: boolean;
  readonly use: string;
}

/** The path of the pod spec, by kind. */
const podSpecPaths: Readonly<Record<string, readonly string[]>> = {
  Pod: ['spec'],
  Deployment: ['spec', 'template', 'spec'],
  ReplicaSet: ['spec', 'template', 'spec'],
  StatefulSet: ['spec', 'template', 'spec'],
  DaemonSet: ['spec', 'template', 'spec'],
  ReplicationController: ['spec', 'template', 'spec'],
  Job: ['spec', 'template', 'spec'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
};

/** Lists all references of an object by name. */
export function referencesOf(object: KubeObject): readonly Reference[] {
  const kind = kindOf(object);
  const namespace = namespaceOf(object);
  const path = entryOf(podSpecPaths, kind);
  const found = [
    ...(path === undefined ? [] : referencesOfPodSpec(objectAt(object, ...path))),
    ...(entryOf(referencesByKind, kind)?.(object) ?? []),
  ];
  const unique = new Map(
    found.map((each) => [
      JSON.stringify([each.resource, each.namespace, each.name, each.key, each.port, each.optional]),
      each,
    ]),
  );
  return [...unique.values()].map((each) => ({ namespace, ...each }));
}

function referencesOfPodSpec(spec: JsonObject): readonly Reference[] {
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((field) => objectsAt(spec, field));
  return [
    ...refer('serviceaccounts', textAt(spec, 'serviceAccountName'), 'service account'),
    ...refer('priorityclasses', textAt(spec, 'priorityClassName'), 'priority class'),
    ...refer('runtimeclasses', textAt(spec, 'runtimeClassName'), 'runtime class'),
    ...objectsAt(spec, 'imagePullSecrets').flatMap((each) =>
      refer('secrets', textAt(each, 'name'), 'image pull secret'),
    ),
    ...containers.flatMap(referencesOfContainer),
    ...objectsAt(spec, 'volumes').flatMap(referencesOfVolume),
  ];
}

function referencesOfContainer(container: JsonObject): readonly Reference[] {
  const name = textAt(container, 'name') ?? '';
  const sources = [
    ...objectsAt(container, 'env').flatMap((variable) => {
      const use = `variable ${textAt(variable, 'name')} of ${name}`;
      return keyReferences(objectAt(variable, 'valueFrom'), ['configMapKeyRef', 'secretKeyRef'], use);
    }),
    ...objectsAt(container, 'envFrom').flatMap((source) =>
      keyReferences(source, ['configMapRef', 'secretRef'], `variables of ${name}`),
    ),
  ];
  return sources;
}

function keyReferences(source: JsonObject, fields: readonly [string, string], use: string): readonly Reference[] {
  return fields.flatMap((field) => {
    const target = objectAt(source, field);
    const resource = field.startsWith('secret') ? 'secrets' : 'configmaps';
    return refer(resource, textAt(target, 'name'), use, {
      key: textAt(target, 'key'),
      optional: target['optional'] === true,
    });
  });
}

function referencesOfVolume(volume: JsonObject): readonly Reference[] {
  const use = `volume ${textAt(volume, 'name')}`;
  const sources = [volume, ...objectsAt(volume, 'projected', 'sources')];
  return [
    ...refer('persistentvolumeclaims', textAt(volume, 'persistentVolumeClaim', 'claimName'), use),
    ...sources.flatMap((source) => [
      ...referencesToFiles('configmaps', objectAt(source, 'configMap'), use),
      ...referencesToFiles('secrets', objectAt(source, 'secret'), use),
    ]),
  ];
}

function referencesToFiles(resource: string, source: JsonObject, use: string): readonly Reference[] {
  const name = textAt(source, 'name') ?? textAt(source, 'secretName');
  const optional = source['optional'] === true;
  const keys = objectsAt(source, 'items').map((item) => textAt(item, 'key'));
  return keys.length === 0
    ? refer(resource, name, use, { optional })
    : keys.flatMap((key) => refer(resource, name, use, { key, optional }));
}

const referencesByKind: Readonly<Record<string, (object: KubeObject) => readonly Reference[]>> = {
  Ingress: (ingress) => [
    ...refer('ingressclasses', textAt(ingress, 'spec', 'ingressClassName'), 'ingress class'),
    ...objectsAt(ingress, 'spec', 'tls').flatMap((each) => refer('secrets', textAt(each, 'secretName'), 'certificate')),
    ...backendsOf(ingress).flatMap(({ backend, use }) => {
      const port = textAt(backend, 'service', 'port', 'number') ?? textAt(backend, 'service', 'port', 'name');
      return refer('services', textAt(backend, 'service', 'name'), use, { port });
    }),
  ],
  HorizontalPodAutoscaler: (autoscaler) => {
    const target = objectAt(autoscaler, 'spec', 'scaleTargetRef');
    const [group] = (textAt(target, 'apiVersion') ?? '').includes('/')
      ? (textAt(target, 'apiVersion') ?? '').split('/')
      : [''];
    return refer(
      [textAt(target, 'kind') ?? '', group].filter(Boolean).join('.'),
      textAt(target, 'name'),
      'what it scales',
    );
  },
  PersistentVolumeClaim: (claim) => [
    ...refer('storageclasses', textAt(claim, 'spec', 'storageClassName') || undefined, 'storage class'),
    ...refer('persistentvolumes', textAt(claim, 'spec', 'volumeName') || undefined, 'volume'),
  ],
  StatefulSet: (set) => [
    ...refer('services', textAt(set, 'spec', 'serviceName') || undefined, 'its service'),
    ...objectsAt(set, 'spec', 'volumeClaimTemplates').flatMap((claim) =>
      refer('storageclasses', textAt(claim, 'spec', 'storageClassName'), 'storage class of its volumes'),
    ),
  ],
  RoleBinding: (binding) => referencesOfBinding(binding),
  ClusterRoleBinding: (binding) => referencesOfBinding(binding),
};

function backendsOf(ingress: KubeObject): readonly { readonly backend: JsonObject; readonly use: string }[] {
  const fallback = valueAt(ingress, 'spec', 'defaultBackend');
  return [
    ...(isJsonObject(fallback) ? [{ backend: fallback, use: 'default backend' }] : []),
    ...objectsAt(ingress, 'spec', 'rules').flatMap((rule) =>
      objectsAt(rule, 'http', 'paths').map((path) => ({
        backend: objectAt(path, 'backend'),
        use: `backend of ${textAt(rule, 'host') ?? '*'}${textAt(path, 'path') ?? ''}`,
      })),
    ),
  ];
}

function referencesOfBinding(binding: KubeObject): readonly Reference[] {
  const isCluster = textAt(binding, 'roleRef', 'kind') === 'ClusterRole';
  const accounts = objectsAt(binding, 'subjects').filter((subject) => kindOf(subject) === 'ServiceAccount');
  return [
    ...refer(isCluster ? 'clusterroles' : 'roles', textAt(binding, 'roleRef', 'name'), 'role'),
    ...accounts.flatMap((account) =>
      refer('serviceaccounts', textAt(account, 'name'), 'subject').map((each) => ({
        ...each,
        namespace: textAt(account, 'namespace'),
      })),
    ),
  ];
}

function refer(
  resource: string,
  name: string | undefined,
  ...[use, { key, port, optional = false } = {}]: [
    use: string,
    details?: Partial<Pick<Reference, 'key' | 'port' | 'optional'>>,
  ]
): readonly Reference[] {
  return name === undefined ? [] : [{ resource, name, use, key, port, optional }];
}
