import { asArray, asObject, asString } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { ObjectStore } from '../../store/object-store.ts';
import { canAskNames } from './name-servers.ts';
import { isAllowed, peerOf, type Peer } from './network-policy.ts';
import { resolveHost, type Host } from './resolve-host.ts';

/** What comes of an attempt to connect: the name is unknown, nothing listens, or nothing answers. */
export type Outcome = 'connected' | 'unresolved' | 'refused' | 'timed-out';

/** Tries what a pod would: `host` or `host:port` over TCP, where a service without a port means its first one. */
export interface Attempt {
  readonly from: Required<Peer>;
  readonly target: string;
  /** Whether something in a pod listens on a port. */
  readonly isListening: (pod: KubeObject, port: number) => boolean;
}

/** One place that a connection may end at. */
interface Backend {
  readonly peer: Peer;
  readonly port: number | undefined;
}

/** Looks a name up, finds what is behind it, and asks the network policies on the way. */
export function tryToConnect(store: ObjectStore, { from, target, isListening }: Attempt): Outcome {
  const [, host = '', digits] = /^(.*?)(?::(\d+))?$/.exec(target) ?? [];
  const port = digits === undefined ? undefined : Number(digits);
  const isName = /[a-z]/i.test(host);
  if (isName && !canAskNames(store, from)) return 'unresolved';
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
