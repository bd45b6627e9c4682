import { createCluster } from '@shipmate/kube-sim';
import type { ContractSubject } from './contract-server.ts';

const startTime = new Date('2026-01-01T00:00:00Z');

/** kube-sim as Kubernetes 1.34, with nodes. Its clock does not advance. */
export const simulator: ContractSubject = {
  name: 'kube-sim',
  minor: 34,
  hasNodes: true,
  async start() {
    const cluster = await createCluster({ startTime, users: [{ name: 'limited' }] });
    return { kubeconfig: (user) => cluster.kubeconfig(user), [Symbol.asyncDispose]: () => cluster.close() };
  },
};
