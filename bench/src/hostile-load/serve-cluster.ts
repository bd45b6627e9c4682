// Runs a simulated cluster in a separate process and sends its kubeconfig to the parent.
import { createCluster } from '../../../packages/kube-sim/src/index.ts';

const cluster = await createCluster();
process.on('disconnect', () => process.exit());
process.send?.(cluster.kubeconfig());
