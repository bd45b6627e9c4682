import { isIP } from 'node:net';
import { asObject, asString } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { ObjectStore } from '../../store/object-store.ts';

/** What a name or an address stands for, as a pod sees it. */
export type Host = { readonly service: KubeObject } | { readonly pod: KubeObject } | { readonly address: string };

/** Every name outside the cluster has this address, which is kept for documentation. */
const outside = '192.0.2.1';

/**
 * Looks a host up as the cluster's DNS does from a namespace: services, and pods of headless services, with as much of the domain
 * as one gives. Names of three or more parts that are none of the cluster's are outside of it.
 */
export function resolveHost(store: ObjectStore, namespace: string, host: string): Host | undefined {
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

/** `service.namespace` and `pod.service.namespace`. */
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
