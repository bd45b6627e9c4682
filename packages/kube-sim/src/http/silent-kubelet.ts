import { internalFailure } from '../errors/refusals.ts';
import type { StatusError } from '../errors/status-error.ts';
import { asArray, asObject, asString, toText } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** The address of the kubelet of a pod's node, where the node is known to have fallen silent. */
export function silentKubelet(store: ObjectStore, pod: KubeObject): string | undefined {
  const name = asString(asObject(pod['spec'])['nodeName']);
  const status = asObject(store.get('/nodes', { name })?.['status']);
  const ready = asArray(status['conditions'])
    .map(asObject)
    .find(({ type }) => type === 'Ready');
  if (ready?.['status'] !== 'Unknown') return undefined;
  const address = asArray(status['addresses'])
    .map(asObject)
    .find(({ type }) => type === 'InternalIP');
  const port = asObject(asObject(status['daemonEndpoints'])['kubeletEndpoint'])['Port'];
  return `${asString(address?.['address'])}:${toText(port, '10250')}`;
}

/** The failure of a request for a log that the kubelet does not answer. */
export function unreachableLog({ metadata, spec }: KubeObject, query: URLSearchParams, address: string): StatusError {
  const options = new URLSearchParams(query);
  const [first] = asArray(asObject(spec)['containers']);
  const container = options.get('container') ?? asString(asObject(first)['name']);
  options.delete('container');
  const suffix = options.size === 0 ? '' : `?${options.toString()}`;
  const url = `https://${address}/containerLogs/${metadata.namespace}/${metadata.name}/${container}${suffix}`;
  return internalFailure(`Get ${JSON.stringify(url)}: dial tcp ${address}: connect: connection refused`);
}
