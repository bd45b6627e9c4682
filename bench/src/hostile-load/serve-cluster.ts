// A simulated cluster in a process of its own, whose kubeconfig it sends to its parent.
import { createCluster } from '../../../packages/kube-sim/src/index.ts';

const cluster = await createCluster();
process.on('disconnect', () => process.exit());
process.send?.(cluster.kubeconfig());
