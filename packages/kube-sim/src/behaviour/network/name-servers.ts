import type { KubeObject } from '../../object/kube-object.ts';
import type { ObjectStore } from '../../store/object-store.ts';
import { isPodReady } from '../controller-context.ts';
import { isAllowed, peerOf, type Peer } from './network-policy.ts';

const labels = { 'k8s-app': 'kube-dns' };

/** Answers for names as long as nobody put any name server in. */
const imagined: KubeObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'coredns', namespace: 'kube-system', labels, uid: '', resourceVersion: '', creationTimestamp: '' },
  spec: { containers: [{ ports: [{ name: 'dns', containerPort: 53, protocol: 'UDP' }] }] },
  status: { podIP: '10.244.0.2' },
};

/** Whether a pod reaches one of the name servers, the pods of kube-system that are labelled `k8s-app=kube-dns`. */
export function canAskNames(store: ObjectStore, from: Peer): boolean {
  const servers = store
    .list('/pods', 'kube-system')
    .filter(({ metadata }) => metadata.labels?.['k8s-app'] === labels['k8s-app']);
  const isManaged = servers.length > 0 || store.get('/services', { namespace: 'kube-system', name: 'kube-dns' });
  const answering = isManaged ? servers.filter(isPodReady) : [imagined];
  return answering.some((pod) => isAllowed(store, { from, to: peerOf(pod), port: 53, protocol: 'UDP' }));
}
