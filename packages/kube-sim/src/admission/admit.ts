import { defaultObject } from './kind-defaults.ts';
import { setDefault } from './pod-defaults.ts';
import { enforcePodSecurity } from './pod-security/enforce-pod-security.ts';
import { chargeQuota } from './quota.ts';
import { callWebhooks } from './webhooks/call-webhooks.ts';
import type { AdmissionRequest } from './webhooks/match-webhook.ts';
import { forbidden, invalidObject, invalidValue } from '../errors/refusals.ts';
import { asArray, asObject, asString, isObject, type JsonObject, scalarToText } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { parseQuantity } from '../object/quantity.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** Runs the server's own admission for a new object: defaults that depend on the cluster, and refusals. @throws StatusError 403 */
export function admit(state: ClusterState, request: AdmissionRequest): KubeObject {
  const { definition, object } = request;
  const { namespace } = object.metadata;
  if (namespace !== undefined) refuseTerminating(state, definition, object);
  if (definition.storage === '/namespaces') setDefault(asObject(object['spec']), 'finalizers', ['kubernetes']);
  if (definition.storage === '/pods') admitPod(state, object);
  if (definition.storage === '/services') assignServiceAddress(state.store, object);
  if (definition.storage === '/persistentvolumeclaims') admitClaim(state, object);
  if (definition.storage === 'networking.k8s.io/ingresses') admitIngress(state, object);
  const admitted = callWebhooks(state, request);
  if (admitted !== object) defaultObject(definition.storage, admitted);
  enforcePodSecurity(state.store, { ...request, object: admitted });
  if (namespace !== undefined) chargeQuota(state.store, definition, admitted);
  return admitted;
}

const lasting = new Set(['default', 'kube-public', 'kube-system']);

/** Refuses to delete the namespaces that every cluster has. @throws StatusError 403 */
export function refuseDeletion(definition: ResourceDefinition, { metadata: { name } }: KubeObject): void {
  if (definition.storage === '/namespaces' && lasting.has(name))
    throw forbidden(definition, name, 'this namespace may not be deleted');
}

function refuseTerminating({ store }: ClusterState, definition: ResourceDefinition, { metadata }: KubeObject): void {
  const namespace = store.get('/namespaces', { name: metadata.namespace ?? '' });
  if (asObject(namespace?.['status'])['phase'] !== 'Terminating') return;
  const why = `unable to create new content in namespace ${metadata.namespace} because it is being terminated`;
  const cause = { reason: 'NamespaceTerminating', message: `namespace ${metadata.namespace} is being terminated` };
  throw forbidden(definition, metadata.name, { why, causes: [{ ...cause, field: 'metadata.namespace' }] });
}

function admitPod(state: ClusterState, pod: KubeObject): void {
  const { store, maxPods } = state;
  if (store.list('/pods').length >= maxPods)
    throw forbidden({ group: '', plural: 'pods' }, pod.metadata.name, `the simulator holds at most ${maxPods} pods`);
  const spec = asObject(pod['spec']);
  const { namespace = '' } = pod.metadata;
  setDefault(spec, 'serviceAccountName', 'default');
  setDefault(spec, 'serviceAccount', spec['serviceAccountName']);
  const account = String(spec['serviceAccountName']);
  const found = store.get('/serviceaccounts', { namespace, name: account });
  if (!found) {
    const why = `error looking up service account ${namespace}/${account}: serviceaccount "${account}" not found`;
    throw forbidden({ group: '', plural: 'pods' }, pod.metadata.name, why);
  }
  if (asArray(spec['imagePullSecrets']).length === 0 && found['imagePullSecrets'] !== undefined)
    spec['imagePullSecrets'] = structuredClone(found['imagePullSecrets']);
  applyLimitRanges(store, pod);
  setPriority(state, pod, spec);
  if (spec['automountServiceAccountToken'] !== false) mountAccountToken(spec, state.names.suffix(5));
  addTolerations(spec);
  pod['status'] = { phase: 'Pending', qosClass: qosClassOf(spec) };
}

function setPriority({ store }: ClusterState, pod: KubeObject, spec: JsonObject): void {
  const name = spec['priorityClassName'];
  const classes = store.list('scheduling.k8s.io/priorityclasses');
  const found = classes.find((each) =>
    name === undefined ? each['globalDefault'] === true : each.metadata.name === name,
  );
  if (name !== undefined && !found) {
    throw forbidden(
      { group: '', plural: 'pods' },
      pod.metadata.name,
      `no PriorityClass with name ${scalarToText(name)} was found`,
    );
  }
  setDefault(spec, 'priority', Number(found?.['value'] ?? 0));
  setDefault(spec, 'preemptionPolicy', found?.['preemptionPolicy'] ?? 'PreemptLowerPriority');
}

const tokenPath = '/var/run/secrets/kubernetes.io/serviceaccount';

function mountAccountToken(spec: JsonObject, suffix: string): void {
  const name = `kube-api-access-${suffix}`;
  let isMounted = false;
  for (const container of [...asArray(spec['containers']), ...asArray(spec['initContainers'])].filter(isObject)) {
    setDefault(container, 'volumeMounts', []);
    const mounts = container['volumeMounts'] as unknown[];
    if (mounts.some((mount) => asObject(mount)['mountPath'] === tokenPath)) continue;
    mounts.push({ name, mountPath: tokenPath, readOnly: true });
    isMounted = true;
  }
  if (!isMounted) return;
  const sources = [
    { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    {
      downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] },
    },
  ];
  spec['volumes'] = [...asArray(spec['volumes']), { name, projected: { sources, defaultMode: 420 } }];
}

function addTolerations(spec: JsonObject): void {
  const tolerations = asArray(spec['tolerations']).map(asObject);
  for (const key of ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']) {
    if (tolerations.some((each) => each['key'] === key || (each['key'] === undefined && each['operator'] === 'Exists')))
      continue;
    tolerations.push({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 });
  }
  spec['tolerations'] = tolerations;
}

function qosClassOf(spec: JsonObject): string {
  const containers = asArray(spec['containers']).map((each) => asObject(asObject(each)['resources']));
  const all = containers.flatMap(({ limits, requests }) => [asObject(limits), asObject(requests)]);
  if (all.every((each) => each['cpu'] === undefined && each['memory'] === undefined)) return 'BestEffort';
  const isGuaranteed = containers.every(({ limits, requests }) =>
    ['cpu', 'memory'].every((name) => {
      const limit = asObject(limits)[name];
      return limit !== undefined && asObject(requests)[name] === limit;
    }),
  );
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

function admitClaim({ store }: ClusterState, claim: KubeObject): void {
  const spec = asObject(claim['spec']);
  const fallback = store
    .list('storage.k8s.io/storageclasses')
    .find(({ metadata }) => metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true');
  if (fallback) setDefault(spec, 'storageClassName', fallback.metadata.name);
  claim.metadata.finalizers = [...new Set([...(claim.metadata.finalizers ?? []), 'kubernetes.io/pvc-protection'])];
}

/** Assigns the default class to an Ingress without a class; with several default classes, the youngest. */
function admitIngress({ store }: ClusterState, ingress: KubeObject): void {
  if (ingress.metadata.annotations?.['kubernetes.io/ingress.class'] !== undefined) return;
  const fallback = store
    .list('networking.k8s.io/ingressclasses')
    .filter(({ metadata }) => metadata.annotations?.['ingressclass.kubernetes.io/is-default-class'] === 'true')
    .toSorted((left, right) => right.metadata.creationTimestamp.localeCompare(left.metadata.creationTimestamp))[0];
  if (fallback) setDefault(asObject(ingress['spec']), 'ingressClassName', fallback.metadata.name);
}

/** Allocates a Service's address in 10.96.0.0/16 and its node ports from 30000. @throws StatusError 422 for an address in use */
function assignServiceAddress(store: ObjectStore, service: KubeObject): void {
  const spec = asObject(service['spec']);
  if (spec['type'] === 'ExternalName') return;
  const services = store.list('/services').map((each) => asObject(each['spec']));
  const taken = new Set(services.map((each) => each['clusterIP']));
  const wanted = spec['clusterIP'];
  if (wanted !== undefined && wanted !== 'None' && wanted !== '' && taken.has(wanted)) {
    const cause = invalidValue('spec.clusterIPs', [wanted], 'failed to allocate IP: provided IP is already allocated');
    throw invalidObject({ group: '', kind: 'Service' }, service.metadata.name, [cause]);
  }
  if (wanted === undefined || wanted === '') spec['clusterIP'] = firstFree(taken);
  spec['clusterIPs'] = [spec['clusterIP']];
  setDefault(spec, 'ipFamilies', ['IPv4']);
  setDefault(spec, 'ipFamilyPolicy', 'SingleStack');
  if (spec['type'] !== 'NodePort' && spec['type'] !== 'LoadBalancer') return;
  const usedPorts = new Set(
    services.flatMap((each) => asArray(each['ports']).map((port) => asObject(port)['nodePort'])),
  );
  for (const port of asArray(spec['ports']).filter(isObject)) {
    for (let candidate = 30_000; port['nodePort'] === undefined; candidate += 1) {
      if (!usedPorts.has(candidate)) port['nodePort'] = candidate;
    }
    usedPorts.add(port['nodePort']);
  }
}

function firstFree(taken: ReadonlySet<unknown>): string {
  for (let number = 10; ; number += 1) {
    const address = `10.96.${number >> 8}.${number & 0xff}`;
    if (!taken.has(address)) return address;
  }
}

/** Applies the namespace's LimitRanges to a new pod: defaults for its containers, then their bounds. @throws StatusError 403 */
function applyLimitRanges(store: ObjectStore, pod: KubeObject): void {
  const ranges = store
    .list('/limitranges', pod.metadata.namespace)
    .flatMap((range) => asArray(asObject(range['spec'])['limits']).map(asObject));
  const spec = asObject(pod['spec']);
  for (const range of ranges.filter(({ type }) => type === 'Container')) {
    for (const container of [...asArray(spec['initContainers']), ...asArray(spec['containers'])].filter(isObject)) {
      applyDefaults(asObject(container['resources']), range);
      checkBounds(pod, asObject(container['resources']), range);
    }
  }
}

function applyDefaults(resources: JsonObject, range: JsonObject): void {
  setDefault(resources, 'limits', {});
  setDefault(resources, 'requests', {});
  const limits = asObject(resources['limits']);
  const requests = asObject(resources['requests']);
  for (const [name, value] of Object.entries(asObject(range['default']))) setDefault(limits, name, value);
  for (const [name, value] of Object.entries(asObject(range['defaultRequest'] ?? range['default'])))
    setDefault(requests, name, value);
}

function checkBounds(pod: KubeObject, resources: JsonObject, range: JsonObject): void {
  for (const [name, bound] of Object.entries(asObject(range['max']))) {
    const limit = asObject(resources['limits'])[name];
    if ((parseQuantity(limit) ?? 0) > (parseQuantity(bound) ?? Number.POSITIVE_INFINITY)) {
      const why = `maximum ${name} usage per Container is ${asString(bound)}, but limit is ${asString(limit)}`;
      throw forbidden({ group: '', plural: 'pods' }, pod.metadata.name, why);
    }
  }
  for (const [name, bound] of Object.entries(asObject(range['min']))) {
    const request = asObject(resources['requests'])[name];
    if ((parseQuantity(request) ?? 0) < (parseQuantity(bound) ?? 0)) {
      const why = `minimum ${name} usage per Container is ${asString(bound)}, but request is ${asString(request ?? '0')}`;
      throw forbidden({ group: '', plural: 'pods' }, pod.metadata.name, why);
    }
  }
}
