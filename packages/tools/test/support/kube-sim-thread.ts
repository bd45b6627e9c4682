// An empty simulated cluster, in a thread of its own.
import { parentPort } from 'node:worker_threads';
import { createCluster } from '@shipmate/kube-sim';

const cluster = await createCluster();
parentPort?.postMessage(cluster.kubeconfig());
