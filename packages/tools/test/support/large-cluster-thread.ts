// A simulated cluster of many objects, in a thread of its own.
import { parentPort } from 'node:worker_threads';
import { createCluster } from '@shipmate/kube-sim';
import { namespace } from './kube-objects.ts';

const cluster = await createCluster();
cluster.objects.apply(namespace('shop'));

/** Each path refers to a service that does not exist. */
const toIngress = (index: number) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name: `ingress-${index}`, namespace: 'shop' },
  spec: {
    rules: Array.from({ length: 100 }, (_, rule) => ({
      host: `host-${rule}.example.com`,
      http: {
        paths: [
          {
            path: '/',
            pathType: 'Prefix',
            backend: { service: { name: `gone-${index}-${rule}`, port: { number: 80 } } },
          },
        ],
      },
    })),
  },
});

for (let index = 0; index < 300; index += 1) cluster.objects.apply(toIngress(index));
parentPort?.postMessage(cluster.kubeconfig());
