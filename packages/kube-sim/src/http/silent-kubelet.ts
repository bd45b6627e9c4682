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
