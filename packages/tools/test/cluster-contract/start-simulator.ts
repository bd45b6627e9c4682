import { createCluster } from '@shipmate/kube-sim';
import type { ContractSubject } from './contract-server.ts';

const startTime = new Date('2026-01-01T00:00:00Z');

/** kube-sim as Kubernetes 1.34, with nodes. Its time stands still. */
export const simulator: ContractSubject = {
  name: 'kube-sim',
  minor: 34,
  hasNodes: true,
  gaps: [
    'a role with more than its author may do is refused in the words of the server',
    'an applied field that does not exist is refused with its path',
    'a strategic patch with a field that does not exist is refused without the data of the object',
    'a merge patch with a field that does not exist is refused without the data of the object',
    'a json patch with a field that does not exist is refused without the data of the object',
    'an API whose server does not answer is unavailable, and its objects are an error',
    'the log of a pod without a node has no lines, and that of no pod is not found',
  ],
  async start() {
    const cluster = await createCluster({ startTime, users: [{ name: 'limited' }] });
    return { kubeconfig: (user) => cluster.kubeconfig(user), [Symbol.asyncDispose]: () => cluster.close() };
  },
};
