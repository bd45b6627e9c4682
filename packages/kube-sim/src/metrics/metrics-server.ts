import type { JsonObject } from '../object/json-value.ts';
import { metricsApiService } from '../resources/metrics-resources.ts';

const labels = { 'k8s-app': 'metrics-server' };
const metadata = { name: 'metrics-server', namespace: 'kube-system', labels };

/** What a cluster that measures has in it: the metrics API is served as long as these are well. */
export const metricsServerObjects: readonly JsonObject[] = [
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: 'metrics-server',
          priorityClassName: 'system-cluster-critical',
          containers: [
            {
              name: 'metrics-server',
              image: 'registry.k8s.io/metrics-server/metrics-server:v0.8.0',
              args: ['--secure-port=10250', '--metric-resolution=15s'],
              ports: [{ name: 'https', containerPort: 10250 }],
              readinessProbe: { httpGet: { path: '/readyz', port: 'https', scheme: 'HTTPS' } },
              resources: { requests: { cpu: '100m', memory: '200Mi' } },
            },
          ],
        },
      },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: { selector: labels, ports: [{ name: 'https', port: 443, targetPort: 'https' }] },
  },
  {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: metricsApiService, labels },
    spec: {
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      groupPriorityMinimum: 100,
      versionPriority: 100,
      insecureSkipTLSVerify: true,
      service: { namespace: 'kube-system', name: 'metrics-server', port: 443 },
    },
  },
];
