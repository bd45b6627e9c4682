import { isIP } from 'node:net';
import { isAllowed, type Peer, peerOf } from './network-policy.ts';
import { isPodReady } from '../object/conditions.ts';
import { asArray, asObject, asString } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** The outcome of a connection attempt: unknown name, refused, or timed out. */
type Outcome = 'connected' | 'unresolved' | 'refused' | 'timed-out';

/** Attempts a connection from a pod to `host` or `host:port` over TCP; a service without a port means its first one. */
interface Attempt {
  readonly from: Required<Peer>;
  readonly target: string;
  /** Tests whether a container of a pod listens on a port. */
  readonly isListening: (pod: KubeObject, port: number) => boolean;
}

/** A possible destination of a connection. */
interface Backend {
  readonly peer: Peer;
  readonly port: number | undefined;
}

/** Resolves a name, selects a backend and applies the network policies on the path. */
export function attemptConnection(store: ObjectStore, { from, target, isListening }: Attempt): Outcome {
  const [, host = '', digits] = /^(.*?)(?::(\d+))?$/.exec(target) ?? [];
  const port = digits === undefined ? undefined : Number(digits);
  const isName = /[a-z]/i.test(host);
  if (isName && !canReachNameServer(store, from)) return 'unresolved';
  const found = resolveHost(store, from.pod.metadata.namespace ?? '', host);
  if (!found) return 'unresolved';
  const backends = 'service' in found ? backendsOf(store, found.service, port) : [backendOf(found, port)];
  if (typeof backends === 'string') return backends;
  const open = backends.filter(({ peer, port: number }) =>
    isAllowed(store, { from, to: peer, port: number ?? 0, protocol: 'TCP' }),
  );
  if (open.length === 0) return 'timed-out';
  const isAnswered = open.some(
    ({ peer, port: number }) => !peer.pod || number === undefined || isListening(peer.pod, number),
  );
  return isAnswered ? 'connected' : 'refused';
}

function backendOf(host: Exclude<Host, { readonly service: KubeObject }>, port: number | undefined): Backend {
  return { peer: 'pod' in host ? peerOf(host.pod) : host, port };
}

function backendsOf(store: ObjectStore, service: KubeObject, port: number | undefined): readonly Backend[] | Outcome {
  const { namespace, name } = service.metadata;
  const { clusterIP, ports } = asObject(service['spec']);
  const subsets = asArray(store.get('/endpoints', { namespace, name })?.['subsets']).map(asObject);
  const ready = subsets.flatMap((subset) =>
    asArray(subset['addresses']).map((each) => ({ subset, each: asObject(each) })),
  );
  const toPeer = (endpoint: Record<string, unknown>): Peer => {
    const reference = asObject(endpoint['targetRef']);
    const pod = store.get('/pods', { namespace, name: asString(reference['name']) });
    return { address: asString(endpoint['ip']), ...(pod && { pod }) };
  };
  if (clusterIP === 'None')
    return ready.length === 0 ? 'unresolved' : ready.map(({ each }) => ({ peer: toPeer(each), port }));
  const offered = asArray(ports).map(asObject);
  const chosen = port === undefined ? offered[0] : offered.find((each) => each['port'] === port);
  if (!chosen) return 'timed-out';
  if (isApiServer(service)) return [{ peer: { address: apiServerAddress(store) }, port: 6443 }];
  if (ready.length === 0) return 'refused';
  return ready.map(({ subset, each }) => {
    const target = asArray(subset['ports'])
      .map(asObject)
      .find((one) => one['name'] === chosen['name']);
    return { peer: toPeer(each), port: Number(target?.['port'] ?? chosen['port']) };
  });
}

function isApiServer({ metadata }: KubeObject): boolean {
  return metadata.namespace === 'default' && metadata.name === 'kubernetes';
}

function apiServerAddress(store: ObjectStore): string {
  const [node] = store.list('/nodes');
  return asString(asObject(asArray(asObject(node?.['status'])['addresses'])[0])['address']);
}

const labels = { 'k8s-app': 'kube-dns' };

/** Stands in for name servers if the cluster has none. */
const defaultNameServer: KubeObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'coredns', namespace: 'kube-system', labels, uid: '', resourceVersion: '', creationTimestamp: '' },
  spec: { containers: [{ ports: [{ name: 'dns', containerPort: 53, protocol: 'UDP' }] }] },
  status: { podIP: '10.244.0.2' },
};

/** Tests whether a pod reaches a name server: a pod of kube-system with the label `k8s-app=kube-dns`. */
function canReachNameServer(store: ObjectStore, from: Peer): boolean {
  const servers = store
    .list('/pods', 'kube-system')
    .filter(({ metadata }) => metadata.labels?.['k8s-app'] === labels['k8s-app']);
  const isManaged = servers.length > 0 || store.get('/services', { namespace: 'kube-system', name: 'kube-dns' });
  const answering = isManaged ? servers.filter(isPodReady) : [defaultNameServer];
  return answering.some((pod) => isAllowed(store, { from, to: peerOf(pod), port: 53, protocol: 'UDP' }));
}

/** The resolution of a name or address, as seen from a pod. */
type Host = { readonly service: KubeObject } | { readonly pod: KubeObject } | { readonly address: string };

/** The address of all names outside the cluster, from a range reserved for documentation. */
const outside = '192.0.2.1';

/**
 * Resolves a host as the cluster's DNS does from a namespace: services, and pods of headless services, with or without
 * the
 * cluster domain. Other names of three or more parts are outside the cluster.
 */
function resolveHost(store: ObjectStore, namespace: string, host: string): Host | undefined {
  if (isIP(host) !== 0) return findAddress(store, host);
  const name = host.replace(/\.$/, '');
  const local = /^(.*)\.svc(?:\.cluster\.local)?$/.exec(name)?.[1];
  if (local !== undefined) return findInCluster(store, local.split('.'));
  const parts = name.split('.');
  const found = findInCluster(store, [...parts, namespace]) ?? findInCluster(store, parts);
  if (found || name.endsWith('.cluster.local')) return found;
  return parts.length >= 3 ? { address: outside } : undefined;
}

function findAddress(store: ObjectStore, address: string): Host {
  const service = store.list('/services').find(({ spec }) => asObject(spec)['clusterIP'] === address);
  if (service) return { service };
  const pod = store.list('/pods').find(({ status }) => asObject(status)['podIP'] === address);
  return pod ? { pod } : { address };
}

/** Resolves `service.namespace` and `pod.service.namespace`. */
function findInCluster(store: ObjectStore, parts: readonly string[]): Host | undefined {
  const [first = '', second = '', third] = parts;
  if (parts.length === 2) {
    const service = store.get('/services', { namespace: second, name: first });
    return service && followAlias(service);
  }
  if (parts.length !== 3 || third === undefined) return undefined;
  const pod = store
    .list('/pods', third)
    .find(({ spec }) => asObject(spec)['hostname'] === first && asObject(spec)['subdomain'] === second);
  return pod && store.get('/services', { namespace: third, name: second }) ? { pod } : undefined;
}

function followAlias(service: KubeObject): Host {
  const { type, externalName } = asObject(service['spec']);
  if (type !== 'ExternalName') return { service };
  const target = asString(externalName);
  return { address: isIP(target) === 0 ? outside : target };
}
