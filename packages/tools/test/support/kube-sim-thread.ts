// A simulated cluster in a thread of its own, so that its CPU time is not attributed to the tools.
import { parentPort } from 'node:worker_threads';
import { createCluster } from '@shipmate/kube-sim';

const cluster = await createCluster();
parentPort?.postMessage(cluster.kubeconfig());
